-- Functions in supabase/schemas have other names now. A start drops former functions that it applied from the files, but has no
-- record of those that an older version created in its migrations: these would stay, and their triggers would run beside the
-- new ones. The files, which run after this, create all that is dropped with them.
do $$
declare
  statement text;
begin
  for statement in
    select format('drop routine %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any (array[
      'account_of', 'account_rows_of_balance', 'account_rows_of_moved', 'account_rows_of_orders', 'account_rows_of_refunds',
      'address_of', 'admit', 'announce_letter', 'area_note', 'area_of_postcode', 'ask_for_confirmation', 'ask_to_be_told',
      'bar_content', 'bar_words', 'book_refunds', 'box_in_turn', 'box_letter', 'box_letter_fault', 'box_news', 'box_of_order',
      'boxes_of', 'bring_back_cart', 'call_off_letter', 'cancel_words', 'cart_follow_up_fault', 'check_hours',
      'checked_carrier', 'checkout_delivery', 'checkout_error', 'checkout_fault', 'checkout_hash', 'choose_recipes_of',
      'claim_letters', 'clean_page', 'code_day_start', 'code_fault', 'code_takes', 'code_to_change', 'confirm_tell_me',
      'consents_of', 'contained_sentences', 'contained_words', 'content_fault', 'count_money', 'count_products',
      'count_shelf', 'count_to_pack', 'counters_of', 'data_link_hindrance', 'date_typed', 'day_typed', 'days_fault',
      'desk_box_done', 'desk_conflict', 'desk_enter', 'desk_enter_fresh', 'desk_note', 'discount_fault', 'discount_refusal',
      'disputes_to_answer', 'drop_refund', 'email_hash', 'empty_cart', 'enquiries_to_answer', 'enquiry_at_hand',
      'erase_requested', 'erasure_hindrance', 'evening_at_hand', 'evenings', 'fail_refund', 'faq_fault', 'flag_large_cart',
      'follow_first_price', 'forget_gift', 'forget_money_day', 'forget_money_month', 'forget_order_totals', 'forget_packing',
      'forget_reasons', 'forget_recipe_letters', 'forget_told', 'founding_order', 'give_discount_code', 'guard_seal',
      'guard_sender', 'guest_cart_wait', 'hold_delivery_price', 'hold_price', 'hold_rhythm', 'hold_undeliverable',
      'hold_words', 'invitation_hash', 'is_address', 'is_backup_under_way', 'is_backup_wanted', 'is_bar_free', 'is_checkout',
      'is_day', 'is_deliverable', 'is_done', 'is_here', 'is_key_letter', 'is_settling', 'is_to_send', 'jar_label',
      'jar_words', 'keep_first_price', 'keep_owners_code', 'known_disputes', 'known_venue', 'label_words',
      'labels_incomplete', 'left_carts', 'left_to_pay_back', 'letter_at_sending', 'letter_counts', 'letter_row',
      'letter_state', 'letter_text', 'letters_found', 'letters_of', 'line_typed', 'lines_paid', 'listed_allergens',
      'log_changes', 'log_people', 'make_orders_anonymous', 'mark_letter_failed', 'mark_letter_sent', 'match_balance',
      'may_be_reminded', 'merged_carts', 'money_beside_orders', 'money_days_to_count', 'money_of_days', 'money_period_fault',
      'named_product', 'newly_taken', 'no_tracking', 'note_delivery_change', 'note_event', 'note_latest_packed',
      'note_payment_details', 'note_payment_event', 'note_payment_intent', 'note_price_change', 'note_product_change',
      'note_recipe', 'notes_of', 'numbers_to_pack', 'open_allergens', 'open_coming_soon', 'order_data', 'order_letter',
      'order_of_payment', 'order_told', 'orders_of', 'orders_sought', 'orders_to_ask', 'paid_back_elsewhere', 'pattern_wait',
      'people_found', 'photos_of', 'pieces_to_send', 'place_faq', 'place_testimonial', 'plain_account_cart', 'plain_cart',
      'plain_code', 'plain_line', 'plain_recipe', 'pounds', 'price_to_be', 'product_to_change', 'products_sought',
      'products_standing', 'proved_account', 'queue_box_letters', 'queue_desk_letter', 'queue_dispute_letter', 'queue_letter',
      'queue_order_letter', 'queue_welcome', 'quote_fault', 'read_event_day', 'read_invitation', 'recipe_fault',
      'recipe_letter', 'recipe_news_readers', 'recipe_readers', 'recipe_readers_version', 'recovery_hash', 'refresh_hold',
      'refund_begun', 'refund_fault', 'refunds_to_settle', 'refuse_date', 'refuse_unchosen_recipe', 'refuse_undeliverable',
      'refuse_without_label', 'release_letters', 'release_unattached', 'remind_of_disputes', 'rename_profile',
      'renewal_fault', 'requested_data', 'reservation_left', 'retry_letters', 'running_low', 'seen_request', 'sent_letter',
      'series_at_hand', 'settle_agreed', 'settle_balance_reading', 'settle_catalogue_job', 'settle_failed_before',
      'settle_paid', 'settle_payout', 'shop_figures', 'sign_up_wait', 'slug_of', 'sold_out_orders', 'stage_after_letter',
      'stuck_catalogue', 'subscriptions_to_ask', 'take_amount', 'take_attempt', 'take_balance', 'take_from_address',
      'take_invitation', 'take_out_words', 'take_payouts', 'take_stock', 'taken_by', 'taken_on', 'taxed_back', 'tell_desk',
      'tell_desk_of_session', 'tell_of_codes', 'tell_of_phone', 'tell_of_return', 'tell_of_staff_rights', 'tell_owner',
      'tell_what_is_stuck', 'tell_who_waits', 'tidy_up', 'time_to_call_back', 'time_to_undo', 'trace_words', 'typed_text',
      'unbook_refund', 'unknown_allergens', 'unsellable_words', 'use_discount', 'venue_of', 'want_balance_reading',
      'wanted_numbers', 'wanted_order', 'warn_of_stolen_password', 'warned_words', 'words_anywhere', 'write_content',
      'write_evening', 'write_invitation', 'write_label', 'write_price', 'write_renewal_lines', 'write_subscription'
    ])
  loop
    execute statement;
  end loop;
end $$;
