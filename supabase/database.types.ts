
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "announcement_bar": {
                  Row: {
                    "ends_on": string | null,"id": boolean,"is_on": boolean,"link": string | null,"starts_on": string | null,"version": number,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "ends_on"?: string | null,"id"?: boolean,"is_on": boolean,"link"?: string | null,"starts_on"?: string | null,"version"?: number,"words": string
                  }
                  Update: {
                    "ends_on"?: string | null,"id"?: boolean,"is_on"?: boolean,"link"?: string | null,"starts_on"?: string | null,"version"?: number,"words"?: string
                  }
                  Relationships: [
                    
                  ]
                },"announcements": {
                  Row: {
                    "announced_at": string,"announcement": string,"transaction": unknown
                  }
                  ComputedFields: never
                  Insert: {
                    "announced_at"?: string,"announcement": string,"transaction"?: unknown
                  }
                  Update: {
                    "announced_at"?: string,"announcement"?: string,"transaction"?: unknown
                  }
                  Relationships: [
                    
                  ]
                },"balance_reading": {
                  Row: {
                    "account": string | null,"due_at": string,"failing_since": string | null,"only_row": boolean,"read_until": string | null,"reason": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "account"?: string | null,"due_at"?: string,"failing_since"?: string | null,"only_row"?: boolean,"read_until"?: string | null,"reason"?: string | null
                  }
                  Update: {
                    "account"?: string | null,"due_at"?: string,"failing_since"?: string | null,"only_row"?: boolean,"read_until"?: string | null,"reason"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"balance_transactions": {
                  Row: {
                    "amount": number,"available_on": string,"created_at": string,"currency": string,"description": string | null,"fee": number,"id": string,"kind": string,"net": number,"order_id": string | null,"payment_id": string | null,"payout_id": string | null,"refund_id": string | null,"source_id": string | null,"balance_account_rows": Json | null
                  }
                  ComputedFields: "balance_account_rows"
                  Insert: {
                    "amount": number,"available_on": string,"created_at": string,"currency": string,"description"?: string | null,"fee": number,"id": string,"kind": string,"net": number,"order_id"?: string | null,"payment_id"?: string | null,"payout_id"?: string | null,"refund_id"?: string | null,"source_id"?: string | null
                  }
                  Update: {
                    "amount"?: number,"available_on"?: string,"created_at"?: string,"currency"?: string,"description"?: string | null,"fee"?: number,"id"?: string,"kind"?: string,"net"?: number,"order_id"?: string | null,"payment_id"?: string | null,"payout_id"?: string | null,"refund_id"?: string | null,"source_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "balance_transactions_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "balance_transactions_refund_id_fkey"
      columns: ["refund_id"]
isOneToOne: false
      referencedRelation: "refunds"
      referencedColumns: ["id"]
    }
                  ]
                },"cart_follow_ups": {
                  Row: {
                    "brought_back_at": string | null,"cart": string,"email_hash": string,"first_queued_at": string,"second_queued_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "brought_back_at"?: string | null,"cart": string,"email_hash": string,"first_queued_at": string,"second_queued_at"?: string | null
                  }
                  Update: {
                    "brought_back_at"?: string | null,"cart"?: string,"email_hash"?: string,"first_queued_at"?: string,"second_queued_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"cart_reminder_consents": {
                  Row: {
                    "agreed_at": string,"email_hash": string,"given_by": string,"page": string | null,"wording": string
                  }
                  ComputedFields: never
                  Insert: {
                    "agreed_at"?: string,"email_hash": string,"given_by": string,"page"?: string | null,"wording": string
                  }
                  Update: {
                    "agreed_at"?: string,"email_hash"?: string,"given_by"?: string,"page"?: string | null,"wording"?: string
                  }
                  Relationships: [
                    
                  ]
                },"carts": {
                  Row: {
                    "checked_out": boolean,"created_at": string,"email": string | null,"items": NonNullable<Json>,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "checked_out"?: boolean,"created_at"?: string,"email"?: string | null,"items"?: NonNullable<Json>,"updated_at"?: string,"user_id": string
                  }
                  Update: {
                    "checked_out"?: boolean,"created_at"?: string,"email"?: string | null,"items"?: NonNullable<Json>,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"catalogue_jobs": {
                  Row: {
                    "account": string,"archive_at": string | null,"attempts": number,"changes": number,"claim": string | null,"claimed_until": string | null,"created_at": string,"failing_since": string | null,"is_refused": boolean,"last_error": string | null,"next_attempt_at": string,"subject": string,"told_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "account": string,"archive_at"?: string | null,"attempts"?: number,"changes"?: number,"claim"?: string | null,"claimed_until"?: string | null,"created_at"?: string,"failing_since"?: string | null,"is_refused"?: boolean,"last_error"?: string | null,"next_attempt_at"?: string,"subject": string,"told_at"?: string | null
                  }
                  Update: {
                    "account"?: string,"archive_at"?: string | null,"attempts"?: number,"changes"?: number,"claim"?: string | null,"claimed_until"?: string | null,"created_at"?: string,"failing_since"?: string | null,"is_refused"?: boolean,"last_error"?: string | null,"next_attempt_at"?: string,"subject"?: string,"told_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "catalogue_jobs_account_fkey"
      columns: ["account"]
isOneToOne: false
      referencedRelation: "payment_accounts"
      referencedColumns: ["account"]
    }
                  ]
                },"data_requests": {
                  Row: {
                    "created_at": string,"downloaded_at": string | null,"email": string,"expires_at": string,"id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"downloaded_at"?: string | null,"email": string,"expires_at": string,"id"?: string
                  }
                  Update: {
                    "created_at"?: string,"downloaded_at"?: string | null,"email"?: string,"expires_at"?: string,"id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"date_changes": {
                  Row: {
                    "begins": string | null,"changed_at": string,"day": string,"ends": string | null,"sequence": number,"slug": string,"state": string,"to_day": string | null,"venue": string | null,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "begins"?: string | null,"changed_at"?: string,"day": string,"ends"?: string | null,"sequence"?: number,"slug": string,"state": string,"to_day"?: string | null,"venue"?: string | null,"words"?: string
                  }
                  Update: {
                    "begins"?: string | null,"changed_at"?: string,"day"?: string,"ends"?: string | null,"sequence"?: number,"slug"?: string,"state"?: string,"to_day"?: string | null,"venue"?: string | null,"words"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "date_changes_slug_fkey"
      columns: ["slug"]
isOneToOne: false
      referencedRelation: "dates"
      referencedColumns: ["slug"]
    },{
      foreignKeyName: "date_changes_venue_fkey"
      columns: ["venue"]
isOneToOne: false
      referencedRelation: "venues"
      referencedColumns: ["slug"]
    }
                  ]
                },"dates": {
                  Row: {
                    "begins": string,"changed_at": string,"day": string,"ends": string,"is_weekly": boolean,"kind": string,"lines": (string)[],"request": string | null,"slug": string,"title": string,"until": string | null,"venue": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "begins": string,"changed_at"?: string,"day": string,"ends": string,"is_weekly"?: boolean,"kind": string,"lines"?: (string)[],"request"?: string | null,"slug": string,"title": string,"until"?: string | null,"venue": string,"version"?: number
                  }
                  Update: {
                    "begins"?: string,"changed_at"?: string,"day"?: string,"ends"?: string,"is_weekly"?: boolean,"kind"?: string,"lines"?: (string)[],"request"?: string | null,"slug"?: string,"title"?: string,"until"?: string | null,"venue"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "dates_venue_fkey"
      columns: ["venue"]
isOneToOne: false
      referencedRelation: "venues"
      referencedColumns: ["slug"]
    }
                  ]
                },"delivery_methods": {
                  Row: {
                    "automatic_above": number | null,"description": string,"id": string,"is_default": boolean,"is_priority": boolean,"name": string,"next_price": number | null,"package_size": string | null,"packaging_grams": number,"price": number,"service_code": string | null,"Sort_order": number,"stripe_id": string | null,"delivery_service": Json | null
                  }
                  ComputedFields: "delivery_service"
                  Insert: {
                    "automatic_above"?: number | null,"description"?: string,"id": string,"is_default"?: boolean,"is_priority"?: boolean,"name": string,"next_price"?: number | null,"package_size"?: string | null,"packaging_grams"?: number,"price": number,"service_code"?: string | null,"Sort_order"?: number,"stripe_id"?: string | null
                  }
                  Update: {
                    "automatic_above"?: number | null,"description"?: string,"id"?: string,"is_default"?: boolean,"is_priority"?: boolean,"name"?: string,"next_price"?: number | null,"package_size"?: string | null,"packaging_grams"?: number,"price"?: number,"service_code"?: string | null,"Sort_order"?: number,"stripe_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"desk_log": {
                  Row: {
                    "action": string,"after": Json | null,"before": Json | null,"done_at": string,"id": number,"subject": string,"user_id": string | null,"who": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"after"?: Json | null,"before"?: Json | null,"done_at"?: string,"id"?: never,"subject": string,"user_id"?: string | null,"who": string
                  }
                  Update: {
                    "action"?: string,"after"?: Json | null,"before"?: Json | null,"done_at"?: string,"id"?: never,"subject"?: string,"user_id"?: string | null,"who"?: string
                  }
                  Relationships: [
                    
                  ]
                },"discount_codes": {
                  Row: {
                    "code": string,"created_at": string,"email_hash": string | null,"ends_at": string | null,"expires_at": string | null,"max_each": number | null,"max_uses": number | null,"pence": number | null,"percent": number | null,"revision": number,"starts_at": string | null,"used_at": string | null,"whole_order": boolean,"withdrawn_at": string | null,"code_row": Json | null
                  }
                  ComputedFields: "code_row"
                  Insert: {
                    "code": string,"created_at"?: string,"email_hash"?: string | null,"ends_at"?: string | null,"expires_at"?: string | null,"max_each"?: number | null,"max_uses"?: number | null,"pence"?: number | null,"percent"?: number | null,"revision"?: number,"starts_at"?: string | null,"used_at"?: string | null,"whole_order"?: boolean,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "code"?: string,"created_at"?: string,"email_hash"?: string | null,"ends_at"?: string | null,"expires_at"?: string | null,"max_each"?: number | null,"max_uses"?: number | null,"pence"?: number | null,"percent"?: number | null,"revision"?: number,"starts_at"?: string | null,"used_at"?: string | null,"whole_order"?: boolean,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"discount_codes_given": {
                  Row: {
                    "email_hash": string,"given_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "email_hash": string,"given_at"?: string
                  }
                  Update: {
                    "email_hash"?: string,"given_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"disputes": {
                  Row: {
                    "amount": number,"closed_at": string | null,"currency": string,"due_by": string | null,"has_evidence": boolean,"id": string,"is_refundable": boolean,"link": string,"noted_at": string,"opened_at": string,"order_id": string,"reason": string,"revision": number,"status": string,"worsened_at": string | null,"dispute_facts": Json | null
                  }
                  ComputedFields: "dispute_facts"
                  Insert: {
                    "amount": number,"closed_at"?: string | null,"currency": string,"due_by"?: string | null,"has_evidence": boolean,"id": string,"is_refundable": boolean,"link": string,"noted_at": string,"opened_at": string,"order_id": string,"reason": string,"revision"?: number,"status": string,"worsened_at"?: string | null
                  }
                  Update: {
                    "amount"?: number,"closed_at"?: string | null,"currency"?: string,"due_by"?: string | null,"has_evidence"?: boolean,"id"?: string,"is_refundable"?: boolean,"link"?: string,"noted_at"?: string,"opened_at"?: string,"order_id"?: string,"reason"?: string,"revision"?: number,"status"?: string,"worsened_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "disputes_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"enquiries": {
                  Row: {
                    "business_name": string | null,"created_at": string,"desk_note": string | null,"email": string,"event_date": string | null,"event_on": string | null,"event_type": string | null,"follow_up_on": string | null,"follow_up_set_at": string | null,"guest_count": string | null,"id": string,"kind": string,"letters": Json | null,"message": string,"moved_at": string | null,"name": string,"page": string | null,"phone": string | null,"reference": string,"stage": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "business_name"?: string | null,"created_at"?: string,"desk_note"?: string | null,"email": string,"event_date"?: string | null,"event_on"?: string | null,"event_type"?: string | null,"follow_up_on"?: string | null,"follow_up_set_at"?: string | null,"guest_count"?: string | null,"id"?: string,"kind": string,"letters"?: Json | null,"message": string,"moved_at"?: string | null,"name": string,"page"?: string | null,"phone"?: string | null,"reference": string,"stage"?: string | null
                  }
                  Update: {
                    "business_name"?: string | null,"created_at"?: string,"desk_note"?: string | null,"email"?: string,"event_date"?: string | null,"event_on"?: string | null,"event_type"?: string | null,"follow_up_on"?: string | null,"follow_up_set_at"?: string | null,"guest_count"?: string | null,"id"?: string,"kind"?: string,"letters"?: Json | null,"message"?: string,"moved_at"?: string | null,"name"?: string,"page"?: string | null,"phone"?: string | null,"reference"?: string,"stage"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"failed_refunds": {
                  Row: {
                    "amount": number,"cancels": boolean,"failed_at": string,"id": string,"lines": NonNullable<Json>,"order_id": string,"refund_id": string | null,"restock": boolean,"settled": string | null,"settled_at": string | null,"under_way": (string)[],"why": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"cancels"?: boolean,"failed_at": string,"id": string,"lines"?: NonNullable<Json>,"order_id": string,"refund_id"?: string | null,"restock"?: boolean,"settled"?: string | null,"settled_at"?: string | null,"under_way"?: (string)[],"why"?: string | null
                  }
                  Update: {
                    "amount"?: number,"cancels"?: boolean,"failed_at"?: string,"id"?: string,"lines"?: NonNullable<Json>,"order_id"?: string,"refund_id"?: string | null,"restock"?: boolean,"settled"?: string | null,"settled_at"?: string | null,"under_way"?: (string)[],"why"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "failed_refunds_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"faqs": {
                  Row: {
                    "answer": string,"id": string,"position": number,"question": string,"version": number,"faq_content": Json | null
                  }
                  ComputedFields: "faq_content"
                  Insert: {
                    "answer": string,"id": string,"position": number,"question": string,"version"?: number
                  }
                  Update: {
                    "answer"?: string,"id"?: string,"position"?: number,"question"?: string,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"guard_salt": {
                  Row: {
                    "only_row": boolean,"salt": string
                  }
                  ComputedFields: never
                  Insert: {
                    "only_row"?: boolean,"salt": string
                  }
                  Update: {
                    "only_row"?: boolean,"salt"?: string
                  }
                  Relationships: [
                    
                  ]
                },"guest_carts": {
                  Row: {
                    "cart_data": NonNullable<Json>,"checkout_started": boolean,"created_at": string,"email": string | null,"id": string,"taken_by": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cart_data"?: NonNullable<Json>,"checkout_started"?: boolean,"created_at"?: string,"email"?: string | null,"id"?: string,"taken_by"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "cart_data"?: NonNullable<Json>,"checkout_started"?: boolean,"created_at"?: string,"email"?: string | null,"id"?: string,"taken_by"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"holiday": {
                  Row: {
                    "ends_on": string,"id": boolean,"is_on": boolean,"sends_on": string,"starts_on": string,"version": number,"words": string
                  }
                  ComputedFields: never
                  Insert: {
                    "ends_on": string,"id"?: boolean,"is_on": boolean,"sends_on": string,"starts_on": string,"version"?: number,"words"?: string
                  }
                  Update: {
                    "ends_on"?: string,"id"?: boolean,"is_on"?: boolean,"sends_on"?: string,"starts_on"?: string,"version"?: number,"words"?: string
                  }
                  Relationships: [
                    
                  ]
                },"last_backup": {
                  Row: {
                    "asked_at": string | null,"begun_at": string | null,"bytes": number | null,"failed_at": string | null,"file": string | null,"looked_at": string | null,"only_row": boolean,"reason": string | null,"succeeded_at": string | null,"has_backup_problem": boolean | null,"is_backup_running": boolean | null
                  }
                  ComputedFields: "has_backup_problem" | "is_backup_running"
                  Insert: {
                    "asked_at"?: string | null,"begun_at"?: string | null,"bytes"?: number | null,"failed_at"?: string | null,"file"?: string | null,"looked_at"?: string | null,"only_row"?: boolean,"reason"?: string | null,"succeeded_at"?: string | null
                  }
                  Update: {
                    "asked_at"?: string | null,"begun_at"?: string | null,"bytes"?: number | null,"failed_at"?: string | null,"file"?: string | null,"looked_at"?: string | null,"only_row"?: boolean,"reason"?: string | null,"succeeded_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"last_boxes": {
                  Row: {
                    "contents": (string)[],"kind": string,"month": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "contents": (string)[],"kind": string,"month": string,"version"?: number
                  }
                  Update: {
                    "contents"?: (string)[],"kind"?: string,"month"?: string,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"line_picks": {
                  Row: {
                    "item_id": string,"picked_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "item_id": string,"picked_at"?: string
                  }
                  Update: {
                    "item_id"?: string,"picked_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "line_picks_item_id_fkey"
      columns: ["item_id"]
isOneToOne: true
      referencedRelation: "order_items"
      referencedColumns: ["id"]
    }
                  ]
                },"money_days": {
                  Row: {
                    "charged": number,"day": string,"delivery": number,"discount": number,"fees": number,"fees_known": number,"goods": number,"orders": number,"taken": number
                  }
                  ComputedFields: never
                  Insert: {
                    "charged": number,"day": string,"delivery": number,"discount": number,"fees": number,"fees_known": number,"goods": number,"orders": number,"taken": number
                  }
                  Update: {
                    "charged"?: number,"day"?: string,"delivery"?: number,"discount"?: number,"fees"?: number,"fees_known"?: number,"goods"?: number,"orders"?: number,"taken"?: number
                  }
                  Relationships: [
                    
                  ]
                },"money_months": {
                  Row: {
                    "month": string,"until": string
                  }
                  ComputedFields: never
                  Insert: {
                    "month": string,"until": string
                  }
                  Update: {
                    "month"?: string,"until"?: string
                  }
                  Relationships: [
                    
                  ]
                },"money_product_days": {
                  Row: {
                    "day": string,"goods": number,"name": string,"pieces": number,"slug": string
                  }
                  ComputedFields: never
                  Insert: {
                    "day": string,"goods": number,"name": string,"pieces": number,"slug": string
                  }
                  Update: {
                    "day"?: string,"goods"?: number,"name"?: string,"pieces"?: number,"slug"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "money_product_days_day_fkey"
      columns: ["day"]
isOneToOne: false
      referencedRelation: "money_days"
      referencedColumns: ["day"]
    }
                  ]
                },"money_product_months": {
                  Row: {
                    "goods": number,"month": string,"pieces": number,"slug": string
                  }
                  ComputedFields: never
                  Insert: {
                    "goods": number,"month": string,"pieces": number,"slug": string
                  }
                  Update: {
                    "goods"?: number,"month"?: string,"pieces"?: number,"slug"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "money_product_months_month_fkey"
      columns: ["month"]
isOneToOne: false
      referencedRelation: "money_months"
      referencedColumns: ["month"]
    }
                  ]
                },"newsletter_signups": {
                  Row: {
                    "confirmed_at": string | null,"consent_page": string | null,"consent_wording": string,"created_at": string,"email": string,"id": string,"name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "confirmed_at"?: string | null,"consent_page"?: string | null,"consent_wording"?: string,"created_at"?: string,"email": string,"id"?: string,"name": string
                  }
                  Update: {
                    "confirmed_at"?: string | null,"consent_page"?: string | null,"consent_wording"?: string,"created_at"?: string,"email"?: string,"id"?: string,"name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"order_items": {
                  Row: {
                    "allergens": string | null,"id": string,"image": string | null,"name": string,"order_id": string,"position": number,"product_id": string | null,"quantity": number,"recipe_version": number | null,"recurring_interval": string | null,"recurring_interval_count": number | null,"refunded_quantity": number,"size": string | null,"sizes": (string)[],"slug": string,"stripe_price_id": string,"unit_amount": number
                  }
                  ComputedFields: never
                  Insert: {
                    "allergens"?: string | null,"id"?: string,"image"?: string | null,"name": string,"order_id": string,"position": number,"product_id"?: string | null,"quantity": number,"recipe_version"?: number | null,"recurring_interval"?: string | null,"recurring_interval_count"?: number | null,"refunded_quantity"?: number,"size"?: string | null,"sizes"?: (string)[],"slug": string,"stripe_price_id": string,"unit_amount": number
                  }
                  Update: {
                    "allergens"?: string | null,"id"?: string,"image"?: string | null,"name"?: string,"order_id"?: string,"position"?: number,"product_id"?: string | null,"quantity"?: number,"recipe_version"?: number | null,"recurring_interval"?: string | null,"recurring_interval_count"?: number | null,"refunded_quantity"?: number,"size"?: string | null,"sizes"?: (string)[],"slug"?: string,"stripe_price_id"?: string,"unit_amount"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "order_items_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "order_items_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"order_packing": {
                  Row: {
                    "note": string | null,"order_id": string,"packed_at": string | null,"pick_list": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "note"?: string | null,"order_id": string,"packed_at"?: string | null,"pick_list"?: string | null
                  }
                  Update: {
                    "note"?: string | null,"order_id"?: string,"packed_at"?: string | null,"pick_list"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "order_packing_order_id_fkey"
      columns: ["order_id"]
isOneToOne: true
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"order_totals": {
                  Row: {
                    "before": string,"only_row": boolean,"paid": number,"sent": number
                  }
                  ComputedFields: never
                  Insert: {
                    "before": string,"only_row"?: boolean,"paid": number,"sent": number
                  }
                  Update: {
                    "before"?: string,"only_row"?: boolean,"paid"?: number,"sent"?: number
                  }
                  Relationships: [
                    
                  ]
                },"orders": {
                  Row: {
                    "asked_at": string | null,"cancelled_at": string | null,"carrier": string | null,"cart_hash": string,"created_at": string,"currency": string,"delivery_address": Json | null,"delivery_discount": number,"delivery_method_id": string,"delivery_name": string,"delivery_price": number,"delivery_stripe_id": string | null,"discount": number,"discount_code": string | null,"dispute_state": string | null,"email": string,"erased_at": string | null,"fulfilled_at": string | null,"gift_from": string | null,"gift_note": string | null,"gift_to": string | null,"hold_released_at": string | null,"id": string,"is_priority": boolean,"is_subscription": boolean,"number": number,"on_hold_since": string | null,"opening_until": string | null,"paid_at": string | null,"refund_told": number,"refunded": number,"released_at": string | null,"reserved_until": string | null,"session_expires_at": string | null,"sold_out_at": string | null,"status": string,"stock_held": boolean,"stripe_invoice_id": string | null,"stripe_payment_intent_id": string | null,"stripe_session_id": string | null,"stripe_session_url": string | null,"stripe_subscription_id": string | null,"subtotal": number,"terms_version": string,"total": number,"tracking": string | null,"updated_at": string,"user_id": string | null,"cancellation_message": Json | null,"gift_badge": Json | null,"hold_reason": string | null,"is_awaiting_dispatch": boolean | null,"is_being_cancelled": boolean | null,"is_payment_processing": boolean | null,"order_events": Json | null,"order_for_payment": Json | null,"order_subscription": Json | null,"payer_name": string | null,"refundable_amount": number | null,"undeliverable_area": string | null
                  }
                  ComputedFields: "cancellation_message" | "gift_badge" | "hold_reason" | "is_awaiting_dispatch" | "is_being_cancelled" | "is_payment_processing" | "order_events" | "order_for_payment" | "order_subscription" | "payer_name" | "refundable_amount" | "undeliverable_area"
                  Insert: {
                    "asked_at"?: string | null,"cancelled_at"?: string | null,"carrier"?: string | null,"cart_hash": string,"created_at"?: string,"currency"?: string,"delivery_address"?: Json | null,"delivery_discount"?: number,"delivery_method_id": string,"delivery_name": string,"delivery_price": number,"delivery_stripe_id"?: string | null,"discount"?: number,"discount_code"?: string | null,"dispute_state"?: string | null,"email": string,"erased_at"?: string | null,"fulfilled_at"?: string | null,"gift_from"?: string | null,"gift_note"?: string | null,"gift_to"?: string | null,"hold_released_at"?: string | null,"id"?: string,"is_priority"?: boolean,"is_subscription"?: boolean,"number"?: never,"on_hold_since"?: string | null,"opening_until"?: string | null,"paid_at"?: string | null,"refund_told"?: number,"refunded"?: number,"released_at"?: string | null,"reserved_until"?: string | null,"session_expires_at"?: string | null,"sold_out_at"?: string | null,"status"?: string,"stock_held"?: boolean,"stripe_invoice_id"?: string | null,"stripe_payment_intent_id"?: string | null,"stripe_session_id"?: string | null,"stripe_session_url"?: string | null,"stripe_subscription_id"?: string | null,"subtotal": number,"terms_version": string,"total": number,"tracking"?: string | null,"updated_at"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "asked_at"?: string | null,"cancelled_at"?: string | null,"carrier"?: string | null,"cart_hash"?: string,"created_at"?: string,"currency"?: string,"delivery_address"?: Json | null,"delivery_discount"?: number,"delivery_method_id"?: string,"delivery_name"?: string,"delivery_price"?: number,"delivery_stripe_id"?: string | null,"discount"?: number,"discount_code"?: string | null,"dispute_state"?: string | null,"email"?: string,"erased_at"?: string | null,"fulfilled_at"?: string | null,"gift_from"?: string | null,"gift_note"?: string | null,"gift_to"?: string | null,"hold_released_at"?: string | null,"id"?: string,"is_priority"?: boolean,"is_subscription"?: boolean,"number"?: never,"on_hold_since"?: string | null,"opening_until"?: string | null,"paid_at"?: string | null,"refund_told"?: number,"refunded"?: number,"released_at"?: string | null,"reserved_until"?: string | null,"session_expires_at"?: string | null,"sold_out_at"?: string | null,"status"?: string,"stock_held"?: boolean,"stripe_invoice_id"?: string | null,"stripe_payment_intent_id"?: string | null,"stripe_session_id"?: string | null,"stripe_session_url"?: string | null,"stripe_subscription_id"?: string | null,"subtotal"?: number,"terms_version"?: string,"total"?: number,"tracking"?: string | null,"updated_at"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "orders_delivery_method_id_fkey"
      columns: ["delivery_method_id"]
isOneToOne: false
      referencedRelation: "delivery_methods"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "orders_discount_code_fkey"
      columns: ["discount_code"]
isOneToOne: false
      referencedRelation: "discount_codes"
      referencedColumns: ["code"]
    }
                  ]
                },"outbox": {
                  Row: {
                    "attempts": number,"called_off": boolean,"claimed_until": string | null,"created_at": string,"data": NonNullable<Json>,"dedupe_key": string | null,"failed_at": string | null,"id": string,"last_error": string | null,"next_attempt_at": string,"priority_of": string | null,"queue_rank": number,"recipient": string,"sent_at": string | null,"template": string,"cart_reminder_error": string | null,"email_row": Json | null,"email_state": string | null,"renewed_recipe_email": Json | null
                  }
                  ComputedFields: "cart_reminder_error" | "email_row" | "email_state" | "renewed_recipe_email"
                  Insert: {
                    "attempts"?: number,"called_off"?: boolean,"claimed_until"?: string | null,"created_at"?: string,"data"?: NonNullable<Json>,"dedupe_key"?: string | null,"failed_at"?: string | null,"id"?: string,"last_error"?: string | null,"next_attempt_at"?: string,"priority_of"?: string | null,"queue_rank"?: number,"recipient": string,"sent_at"?: string | null,"template": string
                  }
                  Update: {
                    "attempts"?: number,"called_off"?: boolean,"claimed_until"?: string | null,"created_at"?: string,"data"?: NonNullable<Json>,"dedupe_key"?: string | null,"failed_at"?: string | null,"id"?: string,"last_error"?: string | null,"next_attempt_at"?: string,"priority_of"?: string | null,"queue_rank"?: number,"recipient"?: string,"sent_at"?: string | null,"template"?: string
                  }
                  Relationships: [
                    
                  ]
                },"packed_recipes": {
                  Row: {
                    "allergens": string | null,"chosen_at": string,"id": string,"ingredients": (string)[],"is_as_ordered": boolean,"is_latest": boolean,"item_id": string,"latest_version": number,"part_id": string | null,"since": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "allergens"?: string | null,"chosen_at"?: string,"id"?: string,"ingredients": (string)[],"is_as_ordered": boolean,"is_latest": boolean,"item_id": string,"latest_version": number,"part_id"?: string | null,"since": string,"version": number
                  }
                  Update: {
                    "allergens"?: string | null,"chosen_at"?: string,"id"?: string,"ingredients"?: (string)[],"is_as_ordered"?: boolean,"is_latest"?: boolean,"item_id"?: string,"latest_version"?: number,"part_id"?: string | null,"since"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "packed_recipes_item_id_fkey"
      columns: ["item_id"]
isOneToOne: false
      referencedRelation: "order_items"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "packed_recipes_part_id_fkey"
      columns: ["part_id"]
isOneToOne: false
      referencedRelation: "part_parcels"
      referencedColumns: ["id"]
    }
                  ]
                },"part_parcels": {
                  Row: {
                    "carrier": string | null,"id": string,"lines": NonNullable<Json>,"order_id": string,"sent_at": string,"tracking": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "carrier"?: string | null,"id"?: string,"lines": NonNullable<Json>,"order_id": string,"sent_at"?: string,"tracking"?: string | null
                  }
                  Update: {
                    "carrier"?: string | null,"id"?: string,"lines"?: NonNullable<Json>,"order_id"?: string,"sent_at"?: string,"tracking"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "part_parcels_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"payment_accounts": {
                  Row: {
                    "account": string,"is_in_use": boolean,"set_up_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "account": string,"is_in_use"?: boolean,"set_up_at"?: string | null
                  }
                  Update: {
                    "account"?: string,"is_in_use"?: boolean,"set_up_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"payment_events": {
                  Row: {
                    "detail": string | null,"id": string,"order_id": string | null,"outcome": string,"received_at": string,"type": string
                  }
                  ComputedFields: never
                  Insert: {
                    "detail"?: string | null,"id": string,"order_id"?: string | null,"outcome": string,"received_at"?: string,"type": string
                  }
                  Update: {
                    "detail"?: string | null,"id"?: string,"order_id"?: string | null,"outcome"?: string,"received_at"?: string,"type"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "payment_events_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"payment_provider_ids": {
                  Row: {
                    "account": string,"lookup_key": string,"provider_id": string,"terms": Json | null
                  }
                  ComputedFields: never
                  Insert: {
                    "account": string,"lookup_key": string,"provider_id": string,"terms"?: Json | null
                  }
                  Update: {
                    "account"?: string,"lookup_key"?: string,"provider_id"?: string,"terms"?: Json | null
                  }
                  Relationships: [
                    
                  ]
                },"payouts": {
                  Row: {
                    "amount": number,"arrives_on": string,"created_at": string,"currency": string,"id": string,"is_automatic": boolean,"read_at": string | null,"status": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"arrives_on": string,"created_at": string,"currency": string,"id": string,"is_automatic": boolean,"read_at"?: string | null,"status": string
                  }
                  Update: {
                    "amount"?: number,"arrives_on"?: string,"created_at"?: string,"currency"?: string,"id"?: string,"is_automatic"?: boolean,"read_at"?: string | null,"status"?: string
                  }
                  Relationships: [
                    
                  ]
                },"person_notes": {
                  Row: {
                    "changed_at": string,"email": string,"note": string
                  }
                  ComputedFields: never
                  Insert: {
                    "changed_at"?: string,"email": string,"note": string
                  }
                  Update: {
                    "changed_at"?: string,"email"?: string,"note"?: string
                  }
                  Relationships: [
                    
                  ]
                },"prices": {
                  Row: {
                    "created_at": string,"currency": string,"id": string,"next_amount": number | null,"position": number,"product_id": string,"recurring_interval": string | null,"recurring_interval_count": number | null,"stripe_price_id": string | null,"unit_amount": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"currency"?: string,"id"?: string,"next_amount"?: number | null,"position"?: number,"product_id": string,"recurring_interval"?: string | null,"recurring_interval_count"?: number | null,"stripe_price_id"?: string | null,"unit_amount": number
                  }
                  Update: {
                    "created_at"?: string,"currency"?: string,"id"?: string,"next_amount"?: number | null,"position"?: number,"product_id"?: string,"recurring_interval"?: string | null,"recurring_interval_count"?: number | null,"stripe_price_id"?: string | null,"unit_amount"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "prices_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"products": {
                  Row: {
                    "active": boolean,"allergen_answers": Json | null,"allergens": string | null,"category": string,"created_at": string,"description": string,"heat": number,"id": string,"image_alt": (string)[],"image_url": (string)[],"ingredients": (string)[],"isBestSeller": boolean,"isComingSoon": boolean,"isHot": boolean,"isSeasonalLimited": boolean,"isSoldOut": boolean,"name": string,"net_quantity": number | null,"net_unit": string | null,"on_sale_from": string | null,"pack": string | null,"price": number | null,"recipe_changed_at": string | null,"recipeideas": NonNullable<Json>,"shelf_version": number,"sizes": (string)[],"slug": string,"Sort_order": number,"stats": NonNullable<Json>,"stock": number | null,"storage": string | null,"tagline": string,"tags": (string)[],"tint": string,"updated_at": string,"weight_grams": number | null,"count_unknown_allergens": number | null,"is_available": boolean | null,"label_gaps": string | null,"label_text": string | null
                  }
                  ComputedFields: "count_unknown_allergens" | "is_available" | "label_gaps" | "label_text"
                  Insert: {
                    "active"?: boolean,"allergen_answers"?: Json | null,"allergens"?: string | null,"category": string,"created_at"?: string,"description"?: string,"heat"?: number,"id"?: string,"image_alt"?: (string)[],"image_url"?: (string)[],"ingredients"?: (string)[],"isBestSeller"?: boolean,"isComingSoon"?: boolean,"isHot"?: boolean,"isSeasonalLimited"?: boolean,"isSoldOut"?: boolean,"name"?: string,"net_quantity"?: number | null,"net_unit"?: string | null,"on_sale_from"?: string | null,"pack"?: string | null,"price"?: number | null,"recipe_changed_at"?: string | null,"recipeideas"?: NonNullable<Json>,"shelf_version"?: number,"sizes"?: (string)[],"slug": string,"Sort_order"?: number,"stats"?: NonNullable<Json>,"stock"?: number | null,"storage"?: string | null,"tagline"?: string,"tags"?: (string)[],"tint"?: string,"updated_at"?: string,"weight_grams"?: number | null
                  }
                  Update: {
                    "active"?: boolean,"allergen_answers"?: Json | null,"allergens"?: string | null,"category"?: string,"created_at"?: string,"description"?: string,"heat"?: number,"id"?: string,"image_alt"?: (string)[],"image_url"?: (string)[],"ingredients"?: (string)[],"isBestSeller"?: boolean,"isComingSoon"?: boolean,"isHot"?: boolean,"isSeasonalLimited"?: boolean,"isSoldOut"?: boolean,"name"?: string,"net_quantity"?: number | null,"net_unit"?: string | null,"on_sale_from"?: string | null,"pack"?: string | null,"price"?: number | null,"recipe_changed_at"?: string | null,"recipeideas"?: NonNullable<Json>,"shelf_version"?: number,"sizes"?: (string)[],"slug"?: string,"Sort_order"?: number,"stats"?: NonNullable<Json>,"stock"?: number | null,"storage"?: string | null,"tagline"?: string,"tags"?: (string)[],"tint"?: string,"updated_at"?: string,"weight_grams"?: number | null
                  }
                  Relationships: [
                    
                  ]
                },"profiles": {
                  Row: {
                    "created_at": string,"full_name": string | null,"id": string,"welcome_email_sent": boolean,"welcomed_back_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"full_name"?: string | null,"id": string,"welcome_email_sent"?: boolean,"welcomed_back_at"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"full_name"?: string | null,"id"?: string,"welcome_email_sent"?: boolean,"welcomed_back_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"rate_limits": {
                  Row: {
                    "attempts": number,"key": string,"window_started_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "attempts": number,"key": string,"window_started_at": string
                  }
                  Update: {
                    "attempts"?: number,"key"?: string,"window_started_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"recipe_versions": {
                  Row: {
                    "allergens": string | null,"ingredients": (string)[],"is_correction": boolean | null,"newest_number": number | null,"product_id": string,"since": string,"version": number,"words": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "allergens"?: string | null,"ingredients": (string)[],"is_correction"?: boolean | null,"newest_number"?: number | null,"product_id": string,"since": string,"version": number,"words"?: string | null
                  }
                  Update: {
                    "allergens"?: string | null,"ingredients"?: (string)[],"is_correction"?: boolean | null,"newest_number"?: number | null,"product_id"?: string,"since"?: string,"version"?: number,"words"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "recipe_versions_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"recovery_codes": {
                  Row: {
                    "code_hash": string,"created_at": string,"factor_ids": (string)[],"used_by": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "code_hash": string,"created_at"?: string,"factor_ids"?: (string)[],"used_by"?: string | null,"user_id": string
                  }
                  Update: {
                    "code_hash"?: string,"created_at"?: string,"factor_ids"?: (string)[],"used_by"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"refunds": {
                  Row: {
                    "amount": number,"asked_at": string,"booked_at": string | null,"cancels": boolean,"id": string,"lines": NonNullable<Json>,"order_id": string,"reason": string | null,"request": NonNullable<Json>,"restock": boolean,"told_at": string | null,"words": string | null,"refunded_pieces": Json | null
                  }
                  ComputedFields: "refunded_pieces"
                  Insert: {
                    "amount": number,"asked_at"?: string,"booked_at"?: string | null,"cancels"?: boolean,"id"?: string,"lines"?: NonNullable<Json>,"order_id": string,"reason"?: string | null,"request"?: NonNullable<Json>,"restock"?: boolean,"told_at"?: string | null,"words"?: string | null
                  }
                  Update: {
                    "amount"?: number,"asked_at"?: string,"booked_at"?: string | null,"cancels"?: boolean,"id"?: string,"lines"?: NonNullable<Json>,"order_id"?: string,"reason"?: string | null,"request"?: NonNullable<Json>,"restock"?: boolean,"told_at"?: string | null,"words"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "refunds_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"security_audit_log": {
                  Row: {
                    "created_at": string,"details": NonNullable<Json>,"event_type": string,"id": number,"severity": string,"source": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"details"?: NonNullable<Json>,"event_type": string,"id"?: never,"severity"?: string,"source": string,"user_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"details"?: NonNullable<Json>,"event_type"?: string,"id"?: never,"severity"?: string,"source"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"sent_recipe_emails": {
                  Row: {
                    "answers": Json | null,"email_id": string,"order_id": string,"place": number,"product_id": string,"sent_at": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "answers"?: Json | null,"email_id": string,"order_id": string,"place"?: never,"product_id": string,"sent_at": string,"version": number
                  }
                  Update: {
                    "answers"?: Json | null,"email_id"?: string,"order_id"?: string,"place"?: never,"product_id"?: string,"sent_at"?: string,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "sent_recipe_emails_order_id_fkey"
      columns: ["order_id"]
isOneToOne: false
      referencedRelation: "orders"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "sent_recipe_emails_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"staff": {
                  Row: {
                    "created_at": string,"name": string,"role": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"name": string,"role": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"name"?: string,"role"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"staff_invitations": {
                  Row: {
                    "created_at": string,"email": string | null,"expires_at": string,"id": string,"invited_by": string | null,"role": string,"token_hash": string,"used_at": string | null,"used_by": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"email"?: string | null,"expires_at": string,"id"?: string,"invited_by"?: string | null,"role": string,"token_hash": string,"used_at"?: string | null,"used_by"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"email"?: string | null,"expires_at"?: string,"id"?: string,"invited_by"?: string | null,"role"?: string,"token_hash"?: string,"used_at"?: string | null,"used_by"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"subscriptions": {
                  Row: {
                    "amount": number,"asked_at": string | null,"boxes": NonNullable<Json>,"cancel_at_period_end": boolean,"cancelled_at": string | null,"created_at": string,"currency": string,"current_period_end": string,"email": string,"end_reason": string | null,"ended_at": string | null,"ends_at": string | null,"id": string,"letters_told": (string)[],"order_id": string,"overdue_amount": number | null,"overdue_cause": string | null,"overdue_invoice_id": string | null,"overdue_link": string | null,"retry_at": string | null,"revision": number,"skips_to": string | null,"status": string,"stripe_customer_id": string,"stripe_subscription_id": string,"updated_at": string,"user_id": string | null,"box_email": Json | null,"due_box_emails": {
              "cause": string,"template": string
            } | null
                  }
                  ComputedFields: "box_email" | "due_box_emails"
                  Insert: {
                    "amount": number,"asked_at"?: string | null,"boxes": NonNullable<Json>,"cancel_at_period_end"?: boolean,"cancelled_at"?: string | null,"created_at"?: string,"currency"?: string,"current_period_end": string,"email": string,"end_reason"?: string | null,"ended_at"?: string | null,"ends_at"?: string | null,"id"?: string,"letters_told"?: (string)[],"order_id": string,"overdue_amount"?: number | null,"overdue_cause"?: string | null,"overdue_invoice_id"?: string | null,"overdue_link"?: string | null,"retry_at"?: string | null,"revision"?: number,"skips_to"?: string | null,"status": string,"stripe_customer_id": string,"stripe_subscription_id": string,"updated_at"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "amount"?: number,"asked_at"?: string | null,"boxes"?: NonNullable<Json>,"cancel_at_period_end"?: boolean,"cancelled_at"?: string | null,"created_at"?: string,"currency"?: string,"current_period_end"?: string,"email"?: string,"end_reason"?: string | null,"ended_at"?: string | null,"ends_at"?: string | null,"id"?: string,"letters_told"?: (string)[],"order_id"?: string,"overdue_amount"?: number | null,"overdue_cause"?: string | null,"overdue_invoice_id"?: string | null,"overdue_link"?: string | null,"retry_at"?: string | null,"revision"?: number,"skips_to"?: string | null,"status"?: string,"stripe_customer_id"?: string,"stripe_subscription_id"?: string,"updated_at"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "subscriptions_order_id_fkey"
      columns: ["order_id"]
isOneToOne: true
      referencedRelation: "orders"
      referencedColumns: ["id"]
    }
                  ]
                },"suppressions": {
                  Row: {
                    "created_at": string,"email_hash": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"email_hash": string
                  }
                  Update: {
                    "created_at"?: string,"email_hash"?: string
                  }
                  Relationships: [
                    
                  ]
                },"tell_me_requests": {
                  Row: {
                    "confirmed_at": string | null,"created_at": string,"email": string,"id": string,"letter_id": string | null,"product_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "confirmed_at"?: string | null,"created_at"?: string,"email": string,"id"?: string,"letter_id"?: string | null,"product_id": string
                  }
                  Update: {
                    "confirmed_at"?: string | null,"created_at"?: string,"email"?: string,"id"?: string,"letter_id"?: string | null,"product_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "tell_me_requests_product_id_fkey"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"testimonials": {
                  Row: {
                    "author": string,"color": string,"id": string,"is_sample": boolean,"location": string,"page": string,"position": number,"version": number,"words": string,"testimonial_content": Json | null
                  }
                  ComputedFields: "testimonial_content"
                  Insert: {
                    "author": string,"color": string,"id"?: string,"is_sample"?: boolean,"location": string,"page": string,"position": number,"version"?: number,"words": string
                  }
                  Update: {
                    "author"?: string,"color"?: string,"id"?: string,"is_sample"?: boolean,"location"?: string,"page"?: string,"position"?: number,"version"?: number,"words"?: string
                  }
                  Relationships: [
                    
                  ]
                },"venues": {
                  Row: {
                    "locality": string,"name": string,"postcode": string,"slug": string,"street": string,"version": number,"website": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "locality": string,"name": string,"postcode": string,"slug": string,"street": string,"version"?: number,"website"?: string | null
                  }
                  Update: {
                    "locality"?: string,"name"?: string,"postcode"?: string,"slug"?: string,"street"?: string,"version"?: number,"website"?: string | null
                  }
                  Relationships: [
                    
                  ]
                }
          }
          Views: {
            "desk_enquiries": {
                  Row: {
                    "business_name": string | null,"created_at": string,"day_typed": string | null,"email": string,"event_on": string | null,"event_type": string | null,"follow_up_on": string | null,"guest_count": string | null,"id": string,"is_due": boolean | null,"kind": string,"letters": Json | null,"message": string,"moved_at": string | null,"name": string,"note": string | null,"orders_before": number | null,"phone": string | null,"quoted": number | null,"reference": string,"stage": string | null
                  }
                  ComputedFields: never
                  Insert: {
                           "business_name"?: string | null,"created_at"?: string | null,"day_typed"?: string | null,"email"?: string | null,"event_on"?: string | null,"event_type"?: string | null,"follow_up_on"?: string | null,"guest_count"?: string | null,"id"?: string | null,"is_due"?: never,"kind"?: string | null,"letters"?: never,"message"?: string | null,"moved_at"?: never,"name"?: string | null,"note"?: never,"orders_before"?: never,"phone"?: string | null,"quoted"?: never,"reference"?: string | null,"stage"?: never
                         }
                        Update: {
                           "business_name"?: string | null,"created_at"?: string | null,"day_typed"?: string | null,"email"?: string | null,"event_on"?: string | null,"event_type"?: string | null,"follow_up_on"?: string | null,"guest_count"?: string | null,"id"?: string | null,"is_due"?: never,"kind"?: string | null,"letters"?: never,"message"?: string | null,"moved_at"?: never,"name"?: string | null,"note"?: never,"orders_before"?: never,"phone"?: string | null,"quoted"?: never,"reference"?: string | null,"stage"?: never
                         }
                        Relationships: [
                    
                  ]
                },"desk_history": {
                  Row: {
                    "action": string,"after": Json | null,"before": Json | null,"done_at": string,"id": number,"subject": string,"who": string
                  }
                  ComputedFields: never
                  Insert: {
                           "action"?: string | null,"after"?: Json | null,"before"?: Json | null,"done_at"?: string | null,"id"?: number | null,"subject"?: string | null,"who"?: string | null
                         }
                        Update: {
                           "action"?: string | null,"after"?: Json | null,"before"?: Json | null,"done_at"?: string | null,"id"?: number | null,"subject"?: string | null,"who"?: string | null
                         }
                        Relationships: [
                    
                  ]
                },"desk_invitations": {
                  Row: {
                    "created_at": string,"email": string | null,"expires_at": string,"id": string,"role": string
                  }
                  ComputedFields: never
                  Insert: {
                           "created_at"?: string | null,"email"?: string | null,"expires_at"?: string | null,"id"?: string | null,"role"?: string | null
                         }
                        Update: {
                           "created_at"?: string | null,"email"?: string | null,"expires_at"?: string | null,"id"?: string | null,"role"?: string | null
                         }
                        Relationships: [
                    
                  ]
                },"desk_team": {
                  Row: {
                    "app_since": string | null,"created_at": string,"email": string | null,"is_me": boolean | null,"name": string,"paper_codes": number | null,"role": string,"seen_at": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Relationships: [
                    
                  ]
                }
          }
          Functions: {
            "abandoned_carts":
{ Args: Record<PropertyKey, never>; Returns: {
              "cart": string,"changed_at": string,"email": string,"email_hash": string,"guest_id": string,"lines": Json,"user_id": string
            }[]
                           },
"accept_invitation":
{ Args: { "p_name": string,"p_now"?: string,"p_token": string,"p_user_id": string }; Returns: boolean
                           },
"account_data":
{ Args: { "p_account": unknown }; Returns: Json
                           },
"added_allergens":
{ Args: { "p_former_ingredients": (string)[],"p_former_label": string,"p_ingredients": (string)[],"p_is_trace"?: boolean,"p_label": string }; Returns: Json
                           },
"admit_form_post":
{ Args: { "p_address": string,"p_address_max": number,"p_counts_sign_ins"?: boolean,"p_details"?: Json,"p_form": string,"p_key": string,"p_max": number,"p_now"?: string,"p_window_ms": number }; Returns: Json
                           },
"allergen_label":
{ Args: { "p_answers": Json,"p_recipe": string }; Returns: string
                           },
"allergen_search_text":
{ Args: { "p_allergens": string,"p_ingredients": (string)[] }; Returns: string
                           },
"allergen_states":
{ Args: { "p_answers": Json,"p_recipe": string,"p_words": string }; Returns: Json
                           },
"allergen_text":
{ Args: { "p_text": string }; Returns: string
                           },
"allergen_words":
{ Args: Record<PropertyKey, never>; Returns: {
              "id": string,"label": string,"names": string,"place": number,"words": string
            }[]
                           },
"announce":
{ Args: { "p_announcement": string }; Returns: undefined
                           },
"announcement_bar_content":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"announcements_since":
{ Args: { "p_seen": string }; Returns: Json
                           },
"anonymise_orders":
{ Args: { "p_ids": (string)[],"p_now": string }; Returns: undefined
                           },
"apply_authorised_payment":
{ Args: { "p_facts": Json,"p_now": string,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"apply_discount":
{ Args: { "p_code": string,"p_order_id": string }; Returns: Json
                           },
"apply_payment_event":
{ Args: { "p_business_email": string,"p_event_type": string,"p_facts": Json,"p_now": string,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"apply_refund":
{ Args: { "p_now": string,"p_order_id": string,"p_refunded": number }; Returns: undefined
                           },
"archive_delay":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"attach_session":
{ Args: { "p_expires_at": string,"p_now"?: string,"p_order_id": string,"p_session_id": string,"p_url": string }; Returns: boolean
                           },
"balance_account_rows":
{ Args: { "p_moved": Omit<Database["public"]['Tables']["balance_transactions"]['Row'], Database["public"]['Tables']["balance_transactions"]['ComputedFields']> }; Returns: Json
                           },
"begin_backup":
{ Args: { "p_due": string,"p_now"?: string }; Returns: boolean
                           },
"begin_checkout":
{ Args: { "p_delivery_method_id": string,"p_discount_code"?: string,"p_lines": Json,"p_now"?: string,"p_settling"?: (string)[],"p_started_at"?: string,"p_terms_version": string,"p_user_id": string }; Returns: Json
                           },
"begin_desk_refund":
{ Args: { "p_amount": number,"p_left": number,"p_lines": Json,"p_number": number,"p_request": string,"p_restock": boolean }; Returns: Json
                           },
"begin_refund":
{ Args: { "p_amount"?: number,"p_lines"?: Json,"p_now"?: string,"p_number": number,"p_restock"?: boolean }; Returns: Json
                           },
"best_sellers":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"box_email":
{ Args: { "p_subscription": Omit<Database["public"]['Tables']["subscriptions"]['Row'], Database["public"]['Tables']["subscriptions"]['ComputedFields']> }; Returns: Json
                           },
"box_email_error":
{ Args: { "p_email": Omit<Database["public"]['Tables']["outbox"]['Row'], Database["public"]['Tables']["outbox"]['ComputedFields']>,"p_subscription": Omit<Database["public"]['Tables']["subscriptions"]['Row'], Database["public"]['Tables']["subscriptions"]['ComputedFields']> }; Returns: string
                           },
"calculate_money_day":
{ Args: { "p_day": string }; Returns: {
              "charged": number,
"day": string,
"delivery": number,
"discount": number,
"fees": number,
"fees_known": number,
"goods": number,
"orders": number,
"taken": number
            }
                          SetofOptions: {
        from: "*"
        to: "money_days"
        isOneToOne: true
        isSetofReturn: false
      } },
"calculate_product_sales":
{ Args: { "p_day": string }; Returns: {
              "goods": number,"name": string,"pieces": number,"slug": string
            }[]
                           },
"cancel_email":
{ Args: { "p_attempt": number,"p_id": string,"p_now"?: string,"p_reason": string }; Returns: undefined
                           },
"cancellation_bar_text":
{ Args: { "p_title": string,"p_words": string }; Returns: string
                           },
"cancellation_message":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"cart_error":
{ Args: { "p_lines": Json }; Returns: Json
                           },
"cart_reminder_error":
{ Args: { "p_email": Omit<Database["public"]['Tables']["outbox"]['Row'], Database["public"]['Tables']["outbox"]['ComputedFields']> }; Returns: string
                           },
"cart_reminders":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"catalogue_subjects":
{ Args: { "p_account": string }; Returns: Json
                           },
"check_email_before_sending":
{ Args: { "p_id": string }; Returns: Json
                           },
"checkout_delivery_method":
{ Args: { "p_method_id": string,"p_pieces": number }; Returns: {
              "automatic_above": number | null,
"description": string,
"id": string,
"is_default": boolean,
"is_priority": boolean,
"name": string,
"next_price": number | null,
"package_size": string | null,
"packaging_grams": number,
"price": number,
"service_code": string | null,
"Sort_order": number,
"stripe_id": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "delivery_methods"
        isOneToOne: true
        isSetofReturn: false
      } },
"checkout_discount_error":
{ Args: { "p_code": string,"p_email": string,"p_now": string }; Returns: string
                           },
"checkout_lines":
{ Args: { "p_lines": Json }; Returns: {
              "allergens": string,"fault": string,"image": string,"moved": boolean,"name": string,"position": number,"product_id": string,"quantity": number,"recurring_interval": string,"recurring_interval_count": number,"sizes": (string)[],"slug": string,"stripe_price_id": string,"unit_amount": number
            }[]
                           },
"choose_order_recipes":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']>,"p_recipes": Json }; Returns: Json
                           },
"choose_recipe":
{ Args: { "p_item": string,"p_latest": number,"p_part": string,"p_versions": (number)[],"p_was"?: (number)[] }; Returns: string
                           },
"choose_recipes":
{ Args: { "p_jar": string,"p_number": number }; Returns: Json
                           },
"claim_balance_reading":
{ Args: { "p_account": string,"p_now"?: string }; Returns: Json
                           },
"claim_catalogue_job":
{ Args: { "p_account": string,"p_lease_ms": number,"p_now"?: string,"p_subject"?: string }; Returns: Json
                           },
"claim_emails":
{ Args: { "p_lease_ms": number,"p_limit": number,"p_now"?: string,"p_priorities"?: Json }; Returns: {
              "attempts": number,
"called_off": boolean,
"claimed_until": string | null,
"created_at": string,
"data": NonNullable<Json>,
"dedupe_key": string | null,
"failed_at": string | null,
"id": string,
"last_error": string | null,
"next_attempt_at": string,
"priority_of": string | null,
"queue_rank": number,
"recipient": string,
"sent_at": string | null,
"template": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "outbox"
        isOneToOne: false
        isSetofReturn: true
      } },
"claim_orders_to_poll":
{ Args: { "p_every_ms": number,"p_limit": number,"p_now"?: string }; Returns: {
              "created_at": string,"id": string,"is_lapsed": boolean,"number": number,"session_expires_at": string,"session_id": string
            }[]
                           },
"claim_sold_out_orders":
{ Args: { "p_limit": number,"p_now"?: string }; Returns: {
              "currency": string,"id": string,"is_refunded": boolean,"number": number,"payment": string,"session": string,"subscription": string,"total": number
            }[]
                           },
"claim_subscriptions_to_poll":
{ Args: { "p_limit": number,"p_now"?: string }; Returns: {
              "id": string,"number": number
            }[]
                           },
"clean_line":
{ Args: { "p_text": string }; Returns: string
                           },
"clean_page_path":
{ Args: { "p_page": string }; Returns: string
                           },
"close_payment_event":
{ Args: { "p_change": string,"p_id": string,"p_is_asked": boolean,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']>,"p_problem": string }; Returns: Json
                           },
"code_row":
{ Args: { "p_code": Omit<Database["public"]['Tables']["discount_codes"]['Row'], Database["public"]['Tables']["discount_codes"]['ComputedFields']> }; Returns: Json
                           },
"complete_balance_reading":
{ Args: { "p_is_whole": boolean,"p_until": string }; Returns: undefined
                           },
"complete_catalogue_job":
{ Args: { "p_account": string,"p_changes": number,"p_claim": string,"p_ids": Json,"p_is_left": boolean,"p_is_swapped": boolean,"p_now"?: string,"p_subject": string }; Returns: boolean
                           },
"complete_payout":
{ Args: { "p_id": string,"p_now"?: string }; Returns: undefined
                           },
"confirm_back_in_stock":
{ Args: { "p_id": string,"p_now"?: string }; Returns: boolean
                           },
"confirm_box_change":
{ Args: { "p_action": string,"p_number": number }; Returns: undefined
                           },
"confirm_newsletter":
{ Args: { "p_id": string,"p_now"?: string }; Returns: boolean
                           },
"consent_wording":
{ Args: { "p_consent": string }; Returns: string
                           },
"consume_address_limit":
{ Args: { "p_address": string,"p_amount": number,"p_key": string,"p_max": number,"p_now"?: string,"p_window_ms": number }; Returns: number
                           },
"consume_attempt":
{ Args: { "p_key": string,"p_max": number,"p_now"?: string,"p_window_ms": number }; Returns: number
                           },
"consume_rate_limit":
{ Args: { "p_amount": number,"p_key": string,"p_max": number,"p_now"?: string,"p_window_ms": number }; Returns: number
                           },
"contains_sentences":
{ Args: { "p_words": string }; Returns: string
                           },
"corrected_label":
{ Args: { "p_former_ingredients": (string)[],"p_former_label": string,"p_ingredients": (string)[],"p_label": string }; Returns: string
                           },
"count_orders":
{ Args: { "p_until"?: string }; Returns: {
              "paid": number,"sent": number
            }[]
                           },
"count_orders_to_pack":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"count_paid_orders":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"count_unanswered_allergens":
{ Args: { "p_answers": Json }; Returns: number
                           },
"count_unknown_allergens":
{ Args: { "p_product": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']> }; Returns: number
                           },
"create_invitation":
{ Args: { "p_email": string,"p_invited_by"?: string,"p_now"?: string,"p_role": string }; Returns: string
                           },
"data_link_error":
{ Args: { "p_email": string }; Returns: Json
                           },
"dates_between":
{ Args: { "p_first": string,"p_last": string }; Returns: Json
                           },
"delete_outdated_data":
{ Args: { "p_now"?: string }; Returns: Json
                           },
"delete_refund":
{ Args: { "p_id": string }; Returns: undefined
                           },
"delivery_service":
{ Args: { "p_method": Omit<Database["public"]['Tables']["delivery_methods"]['Row'], Database["public"]['Tables']["delivery_methods"]['ComputedFields']> }; Returns: Json
                           },
"desk_accounts_csv":
{ Args: { "p_after"?: string,"p_from": string,"p_limit"?: number,"p_until": string }; Returns: Json
                           },
"desk_add_code":
{ Args: { "p_code": string,"p_ends"?: string,"p_max_each"?: number,"p_max_uses"?: number,"p_pence"?: number,"p_percent"?: number,"p_starts"?: string,"p_whole_order"?: boolean }; Returns: string
                           },
"desk_add_date":
{ Args: { "p_date": Json,"p_request": string }; Returns: string
                           },
"desk_answer_enquiry":
{ Args: { "p_id": string,"p_letter": string,"p_quote"?: Json,"p_seen": number,"p_text": string }; Returns: undefined
                           },
"desk_answer_label_question":
{ Args: { "p_before"?: boolean,"p_is_correction": boolean,"p_product": string,"p_version": number }; Returns: undefined
                           },
"desk_back_up":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"desk_bring_back":
{ Args: { "p_day": string,"p_seen": number,"p_slug": string }; Returns: undefined
                           },
"desk_cancel_date":
{ Args: { "p_day": string,"p_in_bar"?: boolean,"p_is_quiet"?: boolean,"p_seen": number,"p_slug": string,"p_words"?: string }; Returns: undefined
                           },
"desk_cancel_order":
{ Args: { "p_left": number,"p_number": number,"p_request": string,"p_restock": boolean,"p_words": string }; Returns: Json
                           },
"desk_change_code":
{ Args: { "p_code": string,"p_ends"?: string,"p_max_uses"?: number,"p_revision": number }; Returns: number
                           },
"desk_change_date":
{ Args: { "p_date": Json,"p_slug": string,"p_version": number }; Returns: undefined
                           },
"desk_change_enquiry":
{ Args: { "p_field": string,"p_id": string,"p_seen": string,"p_value": string }; Returns: undefined
                           },
"desk_choose_recipes":
{ Args: { "p_choices": Json }; Returns: undefined
                           },
"desk_code":
{ Args: { "p_code": string }; Returns: Json
                           },
"desk_codes":
{ Args: { "p_limit"?: number,"p_offset"?: number }; Returns: Json
                           },
"desk_coming_up":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_dates":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_email_delay":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"desk_end_sessions":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"desk_erase_person":
{ Args: { "p_business_email": string,"p_email": string,"p_typed": string }; Returns: Json
                           },
"desk_export_person":
{ Args: { "p_email": string }; Returns: Json
                           },
"desk_find_people":
{ Args: { "p_limit"?: number,"p_search": string }; Returns: Json
                           },
"desk_health":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_holds":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_invite":
{ Args: { "p_email": string,"p_request"?: string,"p_role": string }; Returns: undefined
                           },
"desk_join":
{ Args: { "p_name": string,"p_token": string }; Returns: boolean
                           },
"desk_mail":
{ Args: { "p_id": string }; Returns: Json
                           },
"desk_mails":
{ Args: { "p_limit"?: number,"p_offset"?: number,"p_search"?: string,"p_state"?: string }; Returns: Json
                           },
"desk_make_pick_list":
{ Args: { "p_numbers": (number)[],"p_request"?: string }; Returns: Json
                           },
"desk_me":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_money":
{ Args: { "p_by"?: string,"p_from": string,"p_limit"?: number,"p_until": string }; Returns: Json
                           },
"desk_money_back":
{ Args: { "p_from": string,"p_limit"?: number,"p_until": string }; Returns: Json
                           },
"desk_money_day":
{ Args: { "p_day": string,"p_limit"?: number,"p_offset"?: number }; Returns: Json
                           },
"desk_move_date":
{ Args: { "p_day": string,"p_seen": number,"p_slug": string,"p_to": Json }; Returns: undefined
                           },
"desk_move_faq":
{ Args: { "p_from": number,"p_id": string,"p_to": number }; Returns: undefined
                           },
"desk_move_stock":
{ Args: { "p_by": number,"p_product": string,"p_request": string }; Returns: number
                           },
"desk_move_testimonial":
{ Args: { "p_from": number,"p_id": string,"p_to": number }; Returns: undefined
                           },
"desk_newest_order":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_note_person":
{ Args: { "p_email": string,"p_note": string,"p_seen": string }; Returns: undefined
                           },
"desk_order":
{ Args: { "p_number": number }; Returns: Json
                           },
"desk_orders":
{ Args: { "p_limit"?: number,"p_offset"?: number,"p_search"?: string,"p_tab"?: string }; Returns: Json
                           },
"desk_parcel_file":
{ Args: { "p_numbers": (number)[] }; Returns: Json
                           },
"desk_parcels":
{ Args: { "p_limit"?: number,"p_offset"?: number,"p_tab"?: string }; Returns: Json
                           },
"desk_pay_back":
{ Args: { "p_amount": number,"p_left": number,"p_lines": Json,"p_number": number,"p_reason": string,"p_request": string }; Returns: Json
                           },
"desk_person":
{ Args: { "p_email": string }; Returns: Json
                           },
"desk_pick":
{ Args: { "p_is_picked": boolean,"p_items": (string)[] }; Returns: undefined
                           },
"desk_pick_list":
{ Args: { "p_list": string }; Returns: Json
                           },
"desk_product":
{ Args: { "p_product": string }; Returns: Json
                           },
"desk_products":
{ Args: { "p_limit"?: number,"p_offset"?: number,"p_search"?: string,"p_state"?: string }; Returns: Json
                           },
"desk_products_sold":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_products_wanted":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_publish":
{ Args: { "p_before": Json,"p_content": Json,"p_product": string,"p_request": string }; Returns: Json
                           },
"desk_put_back":
{ Args: { "p_number": number }; Returns: undefined
                           },
"desk_recipe_choices":
{ Args: { "p_number"?: number }; Returns: Json
                           },
"desk_recipe_letter":
{ Args: { "p_number": number,"p_product": string }; Returns: Json
                           },
"desk_recipe_readers":
{ Args: { "p_product": string }; Returns: Json
                           },
"desk_refund_again":
{ Args: { "p_request": string }; Returns: Json
                           },
"desk_release_hold":
{ Args: { "p_number": number }; Returns: undefined
                           },
"desk_remove":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"desk_remove_date":
{ Args: { "p_from"?: string,"p_slug": string,"p_version": number }; Returns: undefined
                           },
"desk_remove_faq":
{ Args: { "p_id": string,"p_version": number }; Returns: undefined
                           },
"desk_remove_testimonial":
{ Args: { "p_id": string,"p_version": number }; Returns: undefined
                           },
"desk_resend":
{ Args: { "p_number": number,"p_request": string }; Returns: undefined
                           },
"desk_save_faq":
{ Args: { "p_answer": string,"p_id": string,"p_place"?: number,"p_question": string,"p_version": number }; Returns: undefined
                           },
"desk_save_testimonial":
{ Args: { "p_author": string,"p_id": string,"p_is_sample": boolean,"p_location": string,"p_page": string,"p_place"?: number,"p_version": number,"p_words": string }; Returns: undefined
                           },
"desk_save_venue":
{ Args: { "p_slug"?: string,"p_venue": Json,"p_version"?: number }; Returns: string
                           },
"desk_send":
{ Args: { "p_carrier": string,"p_parcels": Json }; Returns: Json
                           },
"desk_send_part":
{ Args: { "p_carrier": string,"p_left": number,"p_lines": Json,"p_number": number,"p_request"?: string,"p_tracking": string }; Returns: string
                           },
"desk_send_recipe_news":
{ Args: { "p_product": string,"p_version": string }; Returns: number
                           },
"desk_set_announcement":
{ Args: { "p_from": string,"p_is_on": boolean,"p_link": string,"p_until": string,"p_version": number,"p_words": string }; Returns: Json
                           },
"desk_set_delivery_price":
{ Args: { "p_before": number,"p_method": string,"p_pence": number }; Returns: undefined
                           },
"desk_set_delivery_service":
{ Args: { "p_before": Json,"p_method": string,"p_service": Json }; Returns: undefined
                           },
"desk_set_holiday":
{ Args: { "p_from": string,"p_is_on": boolean,"p_sends_on": string,"p_until": string,"p_version": number,"p_words": string }; Returns: Json
                           },
"desk_set_last_box":
{ Args: { "p_contents": string,"p_kind": string,"p_month": string,"p_version": number }; Returns: Json
                           },
"desk_set_order_note":
{ Args: { "p_note": string,"p_number": number,"p_was"?: string }; Returns: undefined
                           },
"desk_set_packed":
{ Args: { "p_is_packed": boolean,"p_numbers": (number)[] }; Returns: Json
                           },
"desk_set_price":
{ Args: { "p_before": number,"p_pence": number,"p_product": string }; Returns: undefined
                           },
"desk_set_sold_out":
{ Args: { "p_is_sold_out": boolean,"p_product": string,"p_version": number }; Returns: number
                           },
"desk_set_stock":
{ Args: { "p_before": number,"p_product": string,"p_stock": number }; Returns: undefined
                           },
"desk_set_weight":
{ Args: { "p_before": number,"p_grams": number,"p_product": string }; Returns: undefined
                           },
"desk_settle_refund":
{ Args: { "p_how": string,"p_id": string }; Returns: undefined
                           },
"desk_skip_box":
{ Args: { "p_due": string,"p_number": number,"p_skips": boolean }; Returns: string
                           },
"desk_slips":
{ Args: { "p_numbers": (number)[] }; Returns: Json
                           },
"desk_stock":
{ Args: { "p_limit"?: number,"p_offset"?: number,"p_search"?: string,"p_state"?: string }; Returns: Json
                           },
"desk_stop_box":
{ Args: { "p_at_once": boolean,"p_number": number }; Returns: string
                           },
"desk_today":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_try_again":
{ Args: { "p_ids": (string)[] }; Returns: number
                           },
"desk_undo_resend":
{ Args: { "p_number": number,"p_request": string }; Returns: undefined
                           },
"desk_undo_sent":
{ Args: { "p_numbers"?: (number)[],"p_parts"?: (string)[] }; Returns: Json
                           },
"desk_unsend":
{ Args: { "p_letter": string }; Returns: undefined
                           },
"desk_unwrite_recipe_news":
{ Args: { "p_product": string }; Returns: number
                           },
"desk_what_happened":
{ Args: { "p_before"?: number,"p_kinds"?: (string)[],"p_limit"?: number,"p_subject"?: string,"p_who"?: string }; Returns: Json
                           },
"desk_withdraw_code":
{ Args: { "p_code": string,"p_revision": number,"p_withdrawn": boolean }; Returns: number
                           },
"desk_words":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"desk_write_person":
{ Args: { "p_email": string,"p_letter": string,"p_subject": string,"p_text": string }; Returns: undefined
                           },
"desk_write_recipe_news":
{ Args: { "p_product": string }; Returns: number
                           },
"discount_amount":
{ Args: { "p_code": Omit<Database["public"]['Tables']["discount_codes"]['Row'], Database["public"]['Tables']["discount_codes"]['ComputedFields']>,"p_delivery": number,"p_goods": number }; Returns: number
                           },
"discount_error":
{ Args: { "p_code": Omit<Database["public"]['Tables']["discount_codes"]['Row'], Database["public"]['Tables']["discount_codes"]['ComputedFields']>,"p_email": string,"p_now": string }; Returns: string
                           },
"discount_of":
{ Args: { "p_code": string }; Returns: Json
                           },
"dispute_change":
{ Args: { "p_current": Omit<Database["public"]['Tables']["disputes"]['Row'], Database["public"]['Tables']["disputes"]['ComputedFields']>,"p_previous": Omit<Database["public"]['Tables']["disputes"]['Row'], Database["public"]['Tables']["disputes"]['ComputedFields']> }; Returns: string
                           },
"dispute_facts":
{ Args: { "p_dispute": Omit<Database["public"]['Tables']["disputes"]['Row'], Database["public"]['Tables']["disputes"]['ComputedFields']> }; Returns: Json
                           },
"dispute_revision":
{ Args: { "p_id": string }; Returns: number
                           },
"dispute_stage":
{ Args: { "p_status": string }; Returns: string
                           },
"dispute_state":
{ Args: { "p_status": string }; Returns: string
                           },
"disputed_amount":
{ Args: { "p_order_id": string }; Returns: number
                           },
"due_box_emails":
{ Args: { "p_subscription": Omit<Database["public"]['Tables']["subscriptions"]['Row'], Database["public"]['Tables']["subscriptions"]['ComputedFields']> }; Returns: {
              "cause": string,"template": string
            }[]
                           },
"email_counts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"email_row":
{ Args: { "p_email": Omit<Database["public"]['Tables']["outbox"]['Row'], Database["public"]['Tables']["outbox"]['ComputedFields']> }; Returns: Json
                           },
"email_state":
{ Args: { "p_email": Omit<Database["public"]['Tables']["outbox"]['Row'], Database["public"]['Tables']["outbox"]['ComputedFields']> }; Returns: string
                           },
"end_session":
{ Args: { "p_session": string }; Returns: boolean
                           },
"end_unknown_box":
{ Args: { "p_now"?: string,"p_stripe_subscription_id": string }; Returns: undefined
                           },
"enquiry_stage_after_email":
{ Args: { "p_is_quote": boolean,"p_stage": string }; Returns: string
                           },
"erase_by_request":
{ Args: { "p_business_email": string,"p_now"?: string,"p_request_id": string }; Returns: Json
                           },
"erase_person":
{ Args: { "p_business_email": string,"p_email": string,"p_now"?: string,"p_user_id": string }; Returns: Json
                           },
"erasure_error":
{ Args: { "p_email": string,"p_user_id": string }; Returns: Json
                           },
"error_product":
{ Args: { "p_id": string,"p_name": string,"p_price_id": string,"p_unit_amount": number }; Returns: Json
                           },
"error_response":
{ Args: { "p_code": string,"p_message": string,"p_products"?: Json }; Returns: Json
                           },
"event_occurrences":
{ Args: { "p_first": string,"p_last": string }; Returns: {
              "address": string,"begins": string,"day": string,"ends": string,"is_weekly": boolean,"kind": string,"line": string,"planned": string,"seen": number,"series": string,"state": string,"title": string,"venue": string,"words": string
            }[]
                           },
"event_severity":
{ Args: { "p_event_type": string }; Returns: string
                           },
"fail_balance_reading":
{ Args: { "p_now"?: string,"p_reason": string }; Returns: undefined
                           },
"fail_catalogue_job":
{ Args: { "p_account": string,"p_changes": number,"p_claim": string,"p_error": string,"p_is_refused": boolean,"p_now"?: string,"p_retry_at": string,"p_subject": string }; Returns: undefined
                           },
"faq_content":
{ Args: { "p_row": Omit<Database["public"]['Tables']["faqs"]['Row'], Database["public"]['Tables']["faqs"]['ComputedFields']> }; Returns: Json
                           },
"find_account":
{ Args: { "p_email": string,"p_user_id": string }; Returns: unknown
                          SetofOptions: {
        from: "*"
        to: "users"
        isOneToOne: true
        isSetofReturn: false
      } },
"find_invitation":
{ Args: { "p_now"?: string,"p_token": string }; Returns: Json
                           },
"find_payment_order":
{ Args: { "p_facts": Json }; Returns: {
              "asked_at": string | null,
"cancelled_at": string | null,
"carrier": string | null,
"cart_hash": string,
"created_at": string,
"currency": string,
"delivery_address": Json | null,
"delivery_discount": number,
"delivery_method_id": string,
"delivery_name": string,
"delivery_price": number,
"delivery_stripe_id": string | null,
"discount": number,
"discount_code": string | null,
"dispute_state": string | null,
"email": string,
"erased_at": string | null,
"fulfilled_at": string | null,
"gift_from": string | null,
"gift_note": string | null,
"gift_to": string | null,
"hold_released_at": string | null,
"id": string,
"is_priority": boolean,
"is_subscription": boolean,
"number": number,
"on_hold_since": string | null,
"opening_until": string | null,
"paid_at": string | null,
"refund_told": number,
"refunded": number,
"released_at": string | null,
"reserved_until": string | null,
"session_expires_at": string | null,
"sold_out_at": string | null,
"status": string,
"stock_held": boolean,
"stripe_invoice_id": string | null,
"stripe_payment_intent_id": string | null,
"stripe_session_id": string | null,
"stripe_session_url": string | null,
"stripe_subscription_id": string | null,
"subtotal": number,
"terms_version": string,
"total": number,
"tracking": string | null,
"updated_at": string,
"user_id": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "orders"
        isOneToOne: true
        isSetofReturn: false
      } },
"first_invitation":
{ Args: { "p_now"?: string }; Returns: string
                           },
"first_order":
{ Args: { "p_subscription": Json }; Returns: {
              "asked_at": string | null,
"cancelled_at": string | null,
"carrier": string | null,
"cart_hash": string,
"created_at": string,
"currency": string,
"delivery_address": Json | null,
"delivery_discount": number,
"delivery_method_id": string,
"delivery_name": string,
"delivery_price": number,
"delivery_stripe_id": string | null,
"discount": number,
"discount_code": string | null,
"dispute_state": string | null,
"email": string,
"erased_at": string | null,
"fulfilled_at": string | null,
"gift_from": string | null,
"gift_note": string | null,
"gift_to": string | null,
"hold_released_at": string | null,
"id": string,
"is_priority": boolean,
"is_subscription": boolean,
"number": number,
"on_hold_since": string | null,
"opening_until": string | null,
"paid_at": string | null,
"refund_told": number,
"refunded": number,
"released_at": string | null,
"reserved_until": string | null,
"session_expires_at": string | null,
"sold_out_at": string | null,
"status": string,
"stock_held": boolean,
"stripe_invoice_id": string | null,
"stripe_payment_intent_id": string | null,
"stripe_session_id": string | null,
"stripe_session_url": string | null,
"stripe_subscription_id": string | null,
"subtotal": number,
"terms_version": string,
"total": number,
"tracking": string | null,
"updated_at": string,
"user_id": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "orders"
        isOneToOne: true
        isSetofReturn: false
      } },
"first_price":
{ Args: { "p_product_id": string }; Returns: number
                           },
"format_pence":
{ Args: { "p_pence": number }; Returns: string
                           },
"fulfil_order":
{ Args: { "p_carrier"?: string,"p_now"?: string,"p_number": number,"p_tracking"?: string }; Returns: Json
                           },
"gift_badge":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"guest_cart_id":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"guest_cart_wait_ms":
{ Args: { "p_address": string,"p_cart_data": Json,"p_cart_id": string,"p_now"?: string }; Returns: number
                           },
"has_backup_problem":
{ Args: { "p_backup": Omit<Database["public"]['Tables']["last_backup"]['Row'], Database["public"]['Tables']["last_backup"]['ComputedFields']> }; Returns: boolean
                           },
"has_former_recipe":
{ Args: { "p_product": string }; Returns: boolean
                           },
"has_more_warnings":
{ Args: { "p_former_ingredients": (string)[],"p_former_label": string,"p_ingredients": (string)[],"p_label": string }; Returns: boolean
                           },
"has_recent_second_factor":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"has_reminder_consent":
{ Args: { "p_email": string,"p_given_by": string }; Returns: boolean
                           },
"has_worse_states":
{ Args: { "p_former": Json,"p_states": Json }; Returns: boolean
                           },
"hash_checkout":
{ Args: { "p_delivery": Omit<Database["public"]['Tables']["delivery_methods"]['Row'], Database["public"]['Tables']["delivery_methods"]['ComputedFields']>,"p_lines": Json }; Returns: string
                           },
"hash_email":
{ Args: { "p_email": string }; Returns: string
                           },
"hash_invitation_token":
{ Args: { "p_token": string }; Returns: string
                           },
"hash_recovery_code":
{ Args: { "p_code": string }; Returns: string
                           },
"hash_sender":
{ Args: { "p_address": string,"p_key": string }; Returns: string
                           },
"hold_reason":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"holiday_at":
{ Args: { "p_at": string }; Returns: Json
                           },
"holiday_content":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"incomplete_labels":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"insert_renewal_lines":
{ Args: { "p_first_order_id": string,"p_invoice": Json,"p_order_id": string }; Returns: undefined
                           },
"invite_staff":
{ Args: { "p_email": string,"p_now"?: string,"p_role"?: string }; Returns: undefined
                           },
"is_account_key":
{ Args: { "p_key": string }; Returns: boolean
                           },
"is_announcement_bar_free":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"is_available":
{ Args: { "p_product": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']> }; Returns: boolean
                           },
"is_awaiting_dispatch":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: boolean
                           },
"is_backup_running":
{ Args: { "p_backup": Omit<Database["public"]['Tables']["last_backup"]['Row'], Database["public"]['Tables']["last_backup"]['ComputedFields']> }; Returns: boolean
                           },
"is_being_cancelled":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: boolean
                           },
"is_calendar_day":
{ Args: { "p_day": string }; Returns: boolean
                           },
"is_cart":
{ Args: { "p_items": Json }; Returns: boolean
                           },
"is_deliverable_email":
{ Args: { "p_email": string }; Returns: boolean
                           },
"is_dispute_unanswered":
{ Args: { "p_status": string }; Returns: boolean
                           },
"is_email_address":
{ Args: { "p_email": string }; Returns: boolean
                           },
"is_food_category":
{ Args: { "p_category": string }; Returns: boolean
                           },
"is_for_sale":
{ Args: { "p_subject": string }; Returns: boolean
                           },
"is_guest_known":
{ Args: { "p_email": string }; Returns: boolean
                           },
"is_inquiry":
{ Args: { "p_status": string }; Returns: boolean
                           },
"is_payment_processing":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: boolean
                           },
"is_proved":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"is_request_logged":
{ Args: { "p_request": string,"p_subject": string }; Returns: boolean
                           },
"is_same_recipe":
{ Args: { "p_one": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']>,"p_other": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']> }; Returns: boolean
                           },
"is_secret_email":
{ Args: { "p_data": Json,"p_template": string }; Returns: boolean
                           },
"is_signed_in":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"is_suppressed":
{ Args: { "p_email": string }; Returns: boolean
                           },
"is_tracking":
{ Args: { "p_text": string }; Returns: boolean
                           },
"is_used_up":
{ Args: { "p_code": Omit<Database["public"]['Tables']["discount_codes"]['Row'], Database["public"]['Tables']["discount_codes"]['ComputedFields']>,"p_email": string,"p_with_open": boolean }; Returns: boolean
                           },
"is_valid_checkout":
{ Args: { "p_lines": Json }; Returns: boolean
                           },
"issue_discount_code":
{ Args: { "p_email": string,"p_now"?: string }; Returns: Json
                           },
"keyed_hash":
{ Args: { "p_text": string }; Returns: string
                           },
"label_answers":
{ Args: { "p_product": string }; Returns: Json
                           },
"label_gaps":
{ Args: { "p_product": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']> }; Returns: string
                           },
"label_question_list":
{ Args: { "p_product": string }; Returns: Json
                           },
"label_questions":
{ Args: { "p_after"?: number,"p_product": string }; Returns: {
              "added": Json,"is_correction": boolean,"may_be_correction": boolean,"since": string,"version": number
            }[]
                           },
"label_states":
{ Args: { "p_ingredients": (string)[],"p_label": string }; Returns: Json
                           },
"label_text":
{ Args: { "p_product": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']> }; Returns: string
                           },
"label_warning_text":
{ Args: { "p_allergens": string,"p_ingredients": (string)[] }; Returns: string
                           },
"last_box_content":
{ Args: { "p_kind": string }; Returns: Json
                           },
"last_order_at":
{ Args: { "p_email": string,"p_user_id": string }; Returns: string
                           },
"like_pattern":
{ Args: { "p_words": string }; Returns: string
                           },
"line_payments":
{ Args: { "p_order_id": string }; Returns: {
              "asked": number,"paid": number,"position": number,"quantity": number,"refunded": number
            }[]
                           },
"line_recipes":
{ Args: { "p_orders": (string)[] }; Returns: {
              "allergens": string,"former_allergens": string,"former_ingredients": (string)[],"ingredients": (string)[],"is_as_ordered": boolean,"is_corrected": boolean,"is_latest": boolean,"is_open": boolean,"is_packed": boolean,"is_sent": boolean,"item_id": string,"part_id": string,"since": string,"version": number
            }[]
                           },
"list_orders":
{ Args: { "p_day"?: string,"p_limit"?: number,"p_offset"?: number,"p_search"?: string,"p_status"?: string }; Returns: Json
                           },
"lock_code":
{ Args: { "p_code": string }; Returns: {
              "code": string,
"created_at": string,
"email_hash": string | null,
"ends_at": string | null,
"expires_at": string | null,
"max_each": number | null,
"max_uses": number | null,
"pence": number | null,
"percent": number | null,
"revision": number,
"starts_at": string | null,
"used_at": string | null,
"whole_order": boolean,
"withdrawn_at": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "discount_codes"
        isOneToOne: true
        isSetofReturn: false
      } },
"lock_enquiry":
{ Args: { "p_id": string }; Returns: {
              "business_name": string | null,
"created_at": string,
"desk_note": string | null,
"email": string,
"event_date": string | null,
"event_on": string | null,
"event_type": string | null,
"follow_up_on": string | null,
"follow_up_set_at": string | null,
"guest_count": string | null,
"id": string,
"kind": string,
"letters": Json | null,
"message": string,
"moved_at": string | null,
"name": string,
"page": string | null,
"phone": string | null,
"reference": string,
"stage": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "enquiries"
        isOneToOne: true
        isSetofReturn: false
      } },
"lock_product":
{ Args: { "p_product": string }; Returns: {
              "active": boolean,
"allergen_answers": Json | null,
"allergens": string | null,
"category": string,
"created_at": string,
"description": string,
"heat": number,
"id": string,
"image_alt": (string)[],
"image_url": (string)[],
"ingredients": (string)[],
"isBestSeller": boolean,
"isComingSoon": boolean,
"isHot": boolean,
"isSeasonalLimited": boolean,
"isSoldOut": boolean,
"name": string,
"net_quantity": number | null,
"net_unit": string | null,
"on_sale_from": string | null,
"pack": string | null,
"price": number | null,
"recipe_changed_at": string | null,
"recipeideas": NonNullable<Json>,
"shelf_version": number,
"sizes": (string)[],
"slug": string,
"Sort_order": number,
"stats": NonNullable<Json>,
"stock": number | null,
"storage": string | null,
"tagline": string,
"tags": (string)[],
"tint": string,
"updated_at": string,
"weight_grams": number | null
            }
                          SetofOptions: {
        from: "*"
        to: "products"
        isOneToOne: true
        isSetofReturn: false
      } },
"lock_stock":
{ Args: { "p_ids": (string)[] }; Returns: undefined
                           },
"log_authors":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"log_desk_action":
{ Args: { "p_action": string,"p_after"?: Json,"p_before"?: Json,"p_subject": string }; Returns: undefined
                           },
"log_entry_changes":
{ Args: { "p_after": Json,"p_before": Json }; Returns: Json
                           },
"log_security_event":
{ Args: { "details"?: Json,"event_type": string }; Returns: undefined
                           },
"london_day":
{ Args: { "p_at": string }; Returns: string
                           },
"london_midnight":
{ Args: { "p_day": string }; Returns: string
                           },
"london_today":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"low_stock_products":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"make_recovery_codes":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"mark_email_failed":
{ Args: { "p_attempt": number,"p_error": string,"p_id": string,"p_now"?: string,"p_retry_at": string }; Returns: undefined
                           },
"mark_email_sent":
{ Args: { "p_id": string,"p_now"?: string }; Returns: undefined
                           },
"mark_order_paid":
{ Args: { "p_business_email": string,"p_facts": Json,"p_now": string,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"marketing_consents":
{ Args: { "p_email": string }; Returns: Json
                           },
"match_balance_transactions":
{ Args: { "p_now"?: string }; Returns: (string)[]
                           },
"may_contain_sentences":
{ Args: { "p_allergens": string }; Returns: string
                           },
"merge_carts":
{ Args: { "p_first": Json,"p_second": Json }; Returns: Json
                           },
"money_by_product":
{ Args: { "p_from": string,"p_limit": number,"p_until": string }; Returns: Json
                           },
"money_days_between":
{ Args: { "p_from": string,"p_until": string }; Returns: {
              "charged": number,
"day": string,
"delivery": number,
"discount": number,
"fees": number,
"fees_known": number,
"goods": number,
"orders": number,
"taken": number
            }[]
                          SetofOptions: {
        from: "*"
        to: "money_days"
        isOneToOne: false
        isSetofReturn: true
      } },
"money_outside_orders":
{ Args: { "p_from": string,"p_until": string }; Returns: Json
                           },
"money_sums":
{ Args: { "p_from": string,"p_until": string }; Returns: Json
                           },
"move_faq":
{ Args: { "p_id": string,"p_place": number }; Returns: undefined
                           },
"move_testimonial":
{ Args: { "p_id": string,"p_place": number }; Returns: undefined
                           },
"my_sessions":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"id": string,"is_this": boolean,"used_at": string,"user_agent": string
            }[]
                           },
"new_allergens":
{ Args: { "p_product": string }; Returns: Json
                           },
"new_overlap":
{ Args: { "p_new": Omit<Database["public"]['Tables']["dates"]['Row'], Database["public"]['Tables']["dates"]['ComputedFields']>,"p_previous": Omit<Database["public"]['Tables']["dates"]['Row'], Database["public"]['Tables']["dates"]['ComputedFields']> }; Returns: string
                           },
"normalise_cart":
{ Args: { "p_items": Json }; Returns: Json
                           },
"normalise_code":
{ Args: { "p_code": string }; Returns: string
                           },
"notify_stuck_work":
{ Args: { "p_business_email": string,"p_now"?: string,"p_seen"?: Json }; Returns: Json
                           },
"only_adds_warnings":
{ Args: { "p_answers": Json,"p_product": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']>,"p_recipe": string }; Returns: boolean
                           },
"order_account_rows":
{ Args: { "p_orders": (string)[] }; Returns: {
              "order_id": string,"place": number,"row_data": Json
            }[]
                           },
"order_counts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"order_email":
{ Args: { "p_order_id": string }; Returns: Json
                           },
"order_events":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"order_for_payment":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"order_list_fields":
{ Args: { "p_is_packed": boolean,"p_lines": Json,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"order_numbers_to_pack":
{ Args: { "p_is_packed": boolean,"p_limit": number,"p_offset": number }; Returns: (number)[]
                           },
"order_recipe_notes":
{ Args: { "p_order_id": string }; Returns: Json
                           },
"order_recipes":
{ Args: { "p_orders": (string)[] }; Returns: {
              "allergens": string,"is_as_ordered": boolean,"is_corrected": boolean,"is_latest": boolean,"is_mixed": boolean,"is_sent": boolean,"order_id": string,"position": number,"since": string
            }[]
                           },
"order_row":
{ Args: { "p_is_packed": boolean,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"order_rows":
{ Args: { "p_numbers": (number)[] }; Returns: {
              "number": number,"row_data": Json
            }[]
                           },
"order_state":
{ Args: { "p_is_packed": boolean,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"order_subscription":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: Json
                           },
"orders_line_payments":
{ Args: { "p_orders": (string)[] }; Returns: {
              "order_id": string,"paid": number,"position": number,"quantity": number,"refunded": number
            }[]
                           },
"outbox_counts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"outdated_orders":
{ Args: { "p_now": string }; Returns: (string)[]
                           },
"overlapping_event":
{ Args: { "p_begins": string,"p_day": string,"p_ends": string,"p_planned"?: string,"p_series"?: string }; Returns: string
                           },
"packed_recipe_notes":
{ Args: { "p_order_id": string,"p_part": string }; Returns: Json
                           },
"parcel_email":
{ Args: { "p_order_id": string }; Returns: Json
                           },
"parcel_rows":
{ Args: { "p_orders": (string)[] }; Returns: {
              "order_id": string,"row_data": Json
            }[]
                           },
"parse_carrier":
{ Args: { "p_carrier": string }; Returns: string
                           },
"parse_date_form":
{ Args: { "p_date": Json }; Returns: {
              "begins": string,
"changed_at": string,
"day": string,
"ends": string,
"is_weekly": boolean,
"kind": string,
"lines": (string)[],
"request": string | null,
"slug": string,
"title": string,
"until": string | null,
"venue": string,
"version": number
            }
                          SetofOptions: {
        from: "*"
        to: "dates"
        isOneToOne: true
        isSetofReturn: false
      } },
"parse_day":
{ Args: { "p_day": string,"p_what": string }; Returns: string
                           },
"parse_inet":
{ Args: { "p_text": string }; Returns: unknown
                           },
"parse_line":
{ Args: { "p_is_required"?: boolean,"p_max": number,"p_text": string,"p_what": string }; Returns: string
                           },
"parse_optional_line":
{ Args: { "p_text": string,"p_what": string }; Returns: string
                           },
"payer_name":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"payment_mismatch":
{ Args: { "p_facts": Json,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"person_emails":
{ Args: { "p_email": string,"p_user_id": string }; Returns: {
              "attempts": number,
"called_off": boolean,
"claimed_until": string | null,
"created_at": string,
"data": NonNullable<Json>,
"dedupe_key": string | null,
"failed_at": string | null,
"id": string,
"last_error": string | null,
"next_attempt_at": string,
"priority_of": string | null,
"queue_rank": number,
"recipient": string,
"sent_at": string | null,
"template": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "outbox"
        isOneToOne: false
        isSetofReturn: true
      } },
"person_log_entries":
{ Args: { "p_email": string,"p_user_id": string }; Returns: {
              "created_at": string,
"details": NonNullable<Json>,
"event_type": string,
"id": number,
"severity": string,
"source": string,
"user_id": string | null
            }[]
                          SetofOptions: {
        from: "*"
        to: "security_audit_log"
        isOneToOne: false
        isSetofReturn: true
      } },
"person_order_data":
{ Args: { "p_email": string,"p_user_id": string }; Returns: Json
                           },
"person_orders":
{ Args: { "p_email": string,"p_user_id": string }; Returns: {
              "asked_at": string | null,
"cancelled_at": string | null,
"carrier": string | null,
"cart_hash": string,
"created_at": string,
"currency": string,
"delivery_address": Json | null,
"delivery_discount": number,
"delivery_method_id": string,
"delivery_name": string,
"delivery_price": number,
"delivery_stripe_id": string | null,
"discount": number,
"discount_code": string | null,
"dispute_state": string | null,
"email": string,
"erased_at": string | null,
"fulfilled_at": string | null,
"gift_from": string | null,
"gift_note": string | null,
"gift_to": string | null,
"hold_released_at": string | null,
"id": string,
"is_priority": boolean,
"is_subscription": boolean,
"number": number,
"on_hold_since": string | null,
"opening_until": string | null,
"paid_at": string | null,
"refund_told": number,
"refunded": number,
"released_at": string | null,
"reserved_until": string | null,
"session_expires_at": string | null,
"sold_out_at": string | null,
"status": string,
"stock_held": boolean,
"stripe_invoice_id": string | null,
"stripe_payment_intent_id": string | null,
"stripe_session_id": string | null,
"stripe_session_url": string | null,
"stripe_subscription_id": string | null,
"subtotal": number,
"terms_version": string,
"total": number,
"tracking": string | null,
"updated_at": string,
"user_id": string | null
            }[]
                          SetofOptions: {
        from: "*"
        to: "orders"
        isOneToOne: false
        isSetofReturn: true
      } },
"person_rate_limits":
{ Args: { "p_email": string,"p_user_id": string }; Returns: {
              "attempts": number,
"key": string,
"window_started_at": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "rate_limits"
        isOneToOne: false
        isSetofReturn: true
      } },
"person_subject":
{ Args: { "p_email": string }; Returns: string
                           },
"personal_data":
{ Args: { "p_email": string,"p_now"?: string,"p_user_id": string }; Returns: Json
                           },
"personal_data_by_request":
{ Args: { "p_now"?: string,"p_request_id": string }; Returns: Json
                           },
"place_order":
{ Args: { "p_delivery": Omit<Database["public"]['Tables']["delivery_methods"]['Row'], Database["public"]['Tables']["delivery_methods"]['ComputedFields']>,"p_email": string,"p_hash": string,"p_lines": Json,"p_now": string,"p_terms_version": string,"p_user_id": string }; Returns: Json
                           },
"place_renewal":
{ Args: { "p_business_email": string,"p_invoice": Json,"p_now": string,"p_subscription": Omit<Database["public"]['Tables']["subscriptions"]['Row'], Database["public"]['Tables']["subscriptions"]['ComputedFields']> }; Returns: Json
                           },
"price_terms":
{ Args: { "p_amount": number,"p_interval": string,"p_interval_count": number }; Returns: Json
                           },
"product_content":
{ Args: { "p_id": string }; Returns: Json
                           },
"product_gaps":
{ Args: { "p_content": Json }; Returns: (string)[]
                           },
"product_photos":
{ Args: { "p_slugs": (string)[] }; Returns: Json
                           },
"product_state":
{ Args: { "p_active": boolean,"p_is_coming_soon": boolean,"p_is_sold_out": boolean }; Returns: string
                           },
"product_states":
{ Args: { "p_words": string }; Returns: {
              "id": string,"is_low": boolean,"place": number,"state": string
            }[]
                           },
"queue_back_in_stock_emails":
{ Args: { "p_now": string,"p_product": Omit<Database["public"]['Tables']["products"]['Row'], Database["public"]['Tables']["products"]['ComputedFields']> }; Returns: undefined
                           },
"queue_box_emails":
{ Args: { "p_now": string,"p_subscription": Omit<Database["public"]['Tables']["subscriptions"]['Row'], Database["public"]['Tables']["subscriptions"]['ComputedFields']> }; Returns: undefined
                           },
"queue_cart_follow_ups":
{ Args: { "p_first_ms": number,"p_limit"?: number,"p_now"?: string,"p_second_ms": number }; Returns: number
                           },
"queue_catalogue_job":
{ Args: { "p_subject": string }; Returns: undefined
                           },
"queue_desk_email":
{ Args: { "p_data": Json,"p_email_id": string,"p_recipient": string,"p_template": string }; Returns: undefined
                           },
"queue_dispute_email":
{ Args: { "p_business_email": string,"p_dispute": Omit<Database["public"]['Tables']["disputes"]['Row'], Database["public"]['Tables']["disputes"]['ComputedFields']>,"p_now": string }; Returns: undefined
                           },
"queue_dispute_reminders":
{ Args: { "p_business_email": string,"p_now"?: string }; Returns: number
                           },
"queue_email":
{ Args: { "p_data": Json,"p_key": string,"p_now": string,"p_priority_of"?: string,"p_rank"?: number,"p_recipient": string,"p_template": string }; Returns: undefined
                           },
"queue_erasure_notice":
{ Args: { "p_business_email": string,"p_now": string,"p_orders": (string)[] }; Returns: undefined
                           },
"queue_order_email":
{ Args: { "p_note": string,"p_now": string,"p_order_id": string,"p_recipient": string,"p_template": string }; Returns: undefined
                           },
"queue_password_warning":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"queue_welcome_email":
{ Args: { "p_now"?: string,"p_slug": string,"p_user_id": string }; Returns: string
                           },
"raise_conflict":
{ Args: { "p_now": Json }; Returns: undefined
                           },
"raise_date_error":
{ Args: { "p_words": string }; Returns: undefined
                           },
"rate_terms":
{ Args: { "p_amount": number,"p_name": string }; Returns: Json
                           },
"recheck_catalogue":
{ Args: { "p_order_id": string }; Returns: undefined
                           },
"recipe_buyers":
{ Args: { "p_product": string }; Returns: {
              "bought_at": string,"buyer": string,"email": string,"number": number
            }[]
                           },
"recipe_choice_error":
{ Args: { "p_order_id": string }; Returns: string
                           },
"recipe_choice_kind":
{ Args: { "p_are_as_ordered": boolean,"p_are_latest": boolean,"p_count": number }; Returns: string
                           },
"recipe_choices":
{ Args: { "p_orders": (string)[] }; Returns: {
              "chosen": (number)[],"item_id": string,"latest_version": number,"options": Json,"order_id": string
            }[]
                           },
"recipe_email":
{ Args: { "p_product": string,"p_recipient": Json }; Returns: Json
                           },
"recipe_email_recipients":
{ Args: { "p_email"?: string,"p_product": string }; Returns: {
              "bought_at": string,"buyer": string,"email": string,"email_id": string,"emailed_at": string,"number": number,"orders": Json
            }[]
                           },
"recipe_emails":
{ Args: { "p_product": string }; Returns: {
              "at": string,"email_id": string,"is_answered": boolean,"number": number,"place": number,"recipient": string,"version": number
            }[]
                           },
"recipe_emails_hash":
{ Args: { "p_product": string }; Returns: string
                           },
"recipe_jars":
{ Args: { "p_product": string }; Returns: {
              "ingredients": (string)[],"is_latest": boolean,"jar": number,"label": string,"latest_version": number,"since": string,"sold_ingredients": (string)[],"sold_label": string,"version": number
            }[]
                           },
"recipe_label":
{ Args: { "p_former_ingredients": (string)[],"p_former_label": string,"p_ingredients": (string)[],"p_label": string }; Returns: Json
                           },
"recipe_note":
{ Args: { "p_name": string,"p_product": string,"p_recipe": Json }; Returns: Json
                           },
"recipe_options":
{ Args: { "p_items": (string)[] }; Returns: {
              "allergens": string,"ingredients": (string)[],"is_as_ordered": boolean,"is_corrected": boolean,"is_latest": boolean,"item_id": string,"latest_version": number,"ordered_ingredients": (string)[],"ordered_label": string,"since": string,"version": number
            }[]
                           },
"recipe_orders":
{ Args: { "p_email"?: string,"p_product": string }; Returns: {
              "bought_at": string,"buyer": string,"email": string,"is_gift": boolean,"is_same": boolean,"is_told": boolean,"jar": string,"jars": Json,"news": Json,"number": number,"ordered_at": string,"stage": string
            }[]
                           },
"recipe_text":
{ Args: { "p_ingredients": (string)[] }; Returns: string
                           },
"record_corrected_recipes":
{ Args: { "p_order_id": string,"p_part"?: string }; Returns: undefined
                           },
"record_failed_refund":
{ Args: { "p_business_email": string,"p_failed": Json,"p_now": string,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"record_payment_event":
{ Args: { "p_id": string,"p_now": string,"p_type": string }; Returns: boolean
                           },
"record_refunded_pieces":
{ Args: { "p_ids": Json,"p_now": string,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: undefined
                           },
"record_security_event":
{ Args: { "p_address"?: string,"p_details": Json,"p_event_type": string,"p_limit"?: number,"p_now"?: string }; Returns: undefined
                           },
"refund_account_rows":
{ Args: { "p_refunds": (string)[] }; Returns: {
              "place": number,"refund_id": string,"row_data": Json
            }[]
                           },
"refund_error":
{ Args: { "p_lines": Json,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"refund_response":
{ Args: { "p_is_new": boolean,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']>,"p_refund": Omit<Database["public"]['Tables']["refunds"]['Row'], Database["public"]['Tables']["refunds"]['ComputedFields']>,"p_remaining": number }; Returns: Json
                           },
"refundable_amount":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: number
                           },
"refunded_elsewhere":
{ Args: { "p_order_id": string }; Returns: number
                           },
"refunded_pieces":
{ Args: { "p_refund": Omit<Database["public"]['Tables']["refunds"]['Row'], Database["public"]['Tables']["refunds"]['ComputedFields']> }; Returns: Json
                           },
"release_coming_soon":
{ Args: { "p_business_email": string,"p_now"?: string }; Returns: number
                           },
"release_emails":
{ Args: { "p_emails": Json }; Returns: undefined
                           },
"release_order":
{ Args: { "p_now"?: string,"p_order_id": string }; Returns: boolean
                           },
"release_order_without_session":
{ Args: { "p_now"?: string,"p_order_id": string }; Returns: boolean
                           },
"remaining_reservation":
{ Args: { "p_now": string,"p_user_id": string }; Returns: string
                           },
"reminder_lines":
{ Args: { "p_lines": Json }; Returns: Json
                           },
"remove_from_cart_message":
{ Args: { "p_count": number }; Returns: string
                           },
"remove_ordered_lines":
{ Args: { "p_order_id": string,"p_user_id": string }; Returns: undefined
                           },
"renewal_error":
{ Args: { "p_invoice": Json }; Returns: string
                           },
"renewal_position":
{ Args: { "p_order_id": string }; Returns: Json
                           },
"renewed_recipe_email":
{ Args: { "p_email": Omit<Database["public"]['Tables']["outbox"]['Row'], Database["public"]['Tables']["outbox"]['ComputedFields']> }; Returns: Json
                           },
"request_back_in_stock":
{ Args: { "p_account"?: string,"p_email": string,"p_now"?: string,"p_product": string }; Returns: string
                           },
"request_balance_reading":
{ Args: { "p_now"?: string }; Returns: undefined
                           },
"request_details":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"request_personal_data":
{ Args: { "p_email": string,"p_now"?: string }; Returns: boolean
                           },
"require_email_text":
{ Args: { "p_text": string }; Returns: string
                           },
"require_event":
{ Args: { "p_change": Json,"p_day": string,"p_seen": number,"p_slug": string }; Returns: Json
                           },
"require_event_series":
{ Args: { "p_slug": string }; Returns: {
              "begins": string,
"changed_at": string,
"day": string,
"ends": string,
"is_weekly": boolean,
"kind": string,
"lines": (string)[],
"request": string | null,
"slug": string,
"title": string,
"until": string | null,
"venue": string,
"version": number
            }
                          SetofOptions: {
        from: "*"
        to: "dates"
        isOneToOne: true
        isSetofReturn: false
      } },
"require_fresh_code":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"require_money_period":
{ Args: { "p_from": string,"p_until": string }; Returns: undefined
                           },
"require_order":
{ Args: { "p_number": number }; Returns: {
              "asked_at": string | null,
"cancelled_at": string | null,
"carrier": string | null,
"cart_hash": string,
"created_at": string,
"currency": string,
"delivery_address": Json | null,
"delivery_discount": number,
"delivery_method_id": string,
"delivery_name": string,
"delivery_price": number,
"delivery_stripe_id": string | null,
"discount": number,
"discount_code": string | null,
"dispute_state": string | null,
"email": string,
"erased_at": string | null,
"fulfilled_at": string | null,
"gift_from": string | null,
"gift_note": string | null,
"gift_to": string | null,
"hold_released_at": string | null,
"id": string,
"is_priority": boolean,
"is_subscription": boolean,
"number": number,
"on_hold_since": string | null,
"opening_until": string | null,
"paid_at": string | null,
"refund_told": number,
"refunded": number,
"released_at": string | null,
"reserved_until": string | null,
"session_expires_at": string | null,
"sold_out_at": string | null,
"status": string,
"stock_held": boolean,
"stripe_invoice_id": string | null,
"stripe_payment_intent_id": string | null,
"stripe_session_id": string | null,
"stripe_session_url": string | null,
"stripe_subscription_id": string | null,
"subtotal": number,
"terms_version": string,
"total": number,
"tracking": string | null,
"updated_at": string,
"user_id": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "orders"
        isOneToOne: true
        isSetofReturn: false
      } },
"require_order_numbers":
{ Args: { "p_numbers": (number)[] }; Returns: (number)[]
                           },
"require_staff":
{ Args: { "p_role"?: string }; Returns: undefined
                           },
"require_valid_hours":
{ Args: { "p_begins": string,"p_ends": string }; Returns: undefined
                           },
"require_venue":
{ Args: { "p_slug": string }; Returns: string
                           },
"reserve_stock":
{ Args: { "p_order_id": string }; Returns: boolean
                           },
"restore_cart":
{ Args: { "p_now"?: string,"p_subject": string }; Returns: Json
                           },
"retry_emails":
{ Args: { "p_now"?: string,"p_start": string }; Returns: number
                           },
"return_stock":
{ Args: { "p_order_id": string }; Returns: undefined
                           },
"revert_refunded_pieces":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']>,"p_refund": Omit<Database["public"]['Tables']["refunds"]['Row'], Database["public"]['Tables']["refunds"]['ComputedFields']> }; Returns: undefined
                           },
"roll_up_money":
{ Args: { "p_limit"?: number,"p_now"?: string }; Returns: number
                           },
"roll_up_months":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"roll_up_orders":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"save_guest_email":
{ Args: { "p_agreed": boolean,"p_cart_data": Json,"p_cart_id": string,"p_email": string,"p_now"?: string,"p_page": string }; Returns: string
                           },
"saved_cart":
{ Args: { "p_subject": string }; Returns: Json
                           },
"search_emails":
{ Args: { "p_limit": number,"p_words": string }; Returns: string[]
                           },
"search_orders":
{ Args: { "p_day": string,"p_limit": number,"p_search": string,"p_status": string }; Returns: number[]
                           },
"search_people":
{ Args: { "p_search": string }; Returns: {
              "at": string,"email": string,"name": string,"postcode": string,"user_id": string
            }[]
                           },
"search_products":
{ Args: { "p_limit": number,"p_offset": number,"p_search": string,"p_state": string }; Returns: Record<string, unknown>
                           },
"send_invitation":
{ Args: { "p_by": string,"p_email": string,"p_invited_by": string,"p_now": string,"p_role": string }; Returns: undefined
                           },
"sent_email_delay":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"set_back_future_times":
{ Args: { "p_now"?: string }; Returns: number
                           },
"set_cart_reminders":
{ Args: { "p_agreed": boolean,"p_page"?: string,"p_wording"?: string }; Returns: boolean
                           },
"set_gift":
{ Args: { "p_from": string,"p_note": string,"p_order_id": string,"p_to": string }; Returns: undefined
                           },
"settle_dispute":
{ Args: { "p_business_email": string,"p_event_id": string,"p_event_type": string,"p_facts": Json,"p_now"?: string }; Returns: Json
                           },
"settle_failed_refunds":
{ Args: { "p_business_email": string,"p_event_id": string,"p_event_type": string,"p_facts": Json,"p_now"?: string }; Returns: Json
                           },
"settle_payment":
{ Args: { "p_business_email": string,"p_event_id": string,"p_event_type": string,"p_facts": Json,"p_now"?: string }; Returns: Json
                           },
"settle_subscription":
{ Args: { "p_business_email": string,"p_facts": Json,"p_now": string }; Returns: Json
                           },
"shop_metrics":
{ Args: { "p_now"?: string }; Returns: Json
                           },
"shop_notices":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"sign_up_wait_ms":
{ Args: { "p_address": string,"p_details"?: Json,"p_email": string,"p_now"?: string }; Returns: number
                           },
"slugify":
{ Args: { "p_name": string }; Returns: string
                           },
"sold_recipe_options":
{ Args: { "p_label": string,"p_product": string,"p_version": number }; Returns: {
              "allergens": string,"ingredients": (string)[],"is_as_ordered": boolean,"is_corrected": boolean,"is_latest": boolean,"latest_version": number,"ordered_ingredients": (string)[],"ordered_label": string,"since": string,"version": number
            }[]
                           },
"sort_allergens":
{ Args: { "p_labels": Json }; Returns: Json
                           },
"staff_role":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"store_balance_transactions":
{ Args: { "p_payout"?: string,"p_rows": Json }; Returns: undefined
                           },
"store_enquiry":
{ Args: { "p_business_email": string,"p_enquiry": Json,"p_now"?: string }; Returns: Json
                           },
"store_guest_cart":
{ Args: { "p_cart_data": Json,"p_cart_id": string,"p_checkout_started"?: boolean,"p_email": string }; Returns: string
                           },
"store_payment_details":
{ Args: { "p_facts": Json,"p_now": string,"p_order_id": string }; Returns: undefined
                           },
"store_payment_intent":
{ Args: { "p_order_id": string,"p_payment_intent_id": string }; Returns: undefined
                           },
"store_payouts":
{ Args: { "p_rows": Json }; Returns: (string)[]
                           },
"stored_disputes":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"stuck_catalogue_jobs":
{ Args: { "p_before": string }; Returns: {
              "detail": string,"since": string
            }[]
                           },
"stuck_work":
{ Args: { "p_after": string,"p_now": string }; Returns: {
              "amount": number,"details": (string)[],"kind": string,"since": string
            }[]
                           },
"subject_name":
{ Args: { "p_subject": string }; Returns: string
                           },
"subscription_boxes":
{ Args: { "p_items": Json,"p_order_id": string }; Returns: Json
                           },
"subscription_obstacle":
{ Args: { "p_event_id": string,"p_facts": Json }; Returns: string
                           },
"subscription_revision":
{ Args: { "p_stripe_subscription_id": string }; Returns: number
                           },
"suspicious_pattern_wait_ms":
{ Args: { "p_address": string,"p_counts_sign_ins"?: boolean,"p_key": string,"p_now"?: string }; Returns: number
                           },
"tag_words":
{ Args: { "p_tags": (string)[] }; Returns: string
                           },
"take_over_guest_cart":
{ Args: { "p_own"?: string }; Returns: Json
                           },
"takings_until":
{ Args: { "p_until": string }; Returns: Json
                           },
"taxed_lines":
{ Args: { "p_orders": (string)[] }; Returns: {
              "listed": number,"order_id": string,"paid": number,"position": number,"quantity": number,"standard": number,"what": string
            }[]
                           },
"taxed_orders":
{ Args: { "p_orders": (string)[] }; Returns: {
              "delivery_standard": number,"goods": number,"goods_standard": number,"lines": Json,"order_id": string,"total": number
            }[]
                           },
"taxed_repayments":
{ Args: { "p_orders": (string)[] }; Returns: {
              "before": number,"key": string,"order_id": string,"standard": number
            }[]
                           },
"testimonial_content":
{ Args: { "p_row": Omit<Database["public"]['Tables']["testimonials"]['Row'], Database["public"]['Tables']["testimonials"]['ComputedFields']> }; Returns: Json
                           },
"tracking_error":
{ Args: { "p_tracking": string }; Returns: string
                           },
"transaction_account_rows":
{ Args: { "p_moved": (string)[] }; Returns: {
              "id": string,"place": number,"row_data": Json
            }[]
                           },
"trim_text":
{ Args: { "p_text": string }; Returns: string
                           },
"unanswered_disputes":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"unanswered_enquiries":
{ Args: Record<PropertyKey, never>; Returns: {
              "business_name": string | null,
"created_at": string,
"desk_note": string | null,
"email": string,
"event_date": string | null,
"event_on": string | null,
"event_type": string | null,
"follow_up_on": string | null,
"follow_up_set_at": string | null,
"guest_count": string | null,
"id": string,
"kind": string,
"letters": Json | null,
"message": string,
"moved_at": string | null,
"name": string,
"page": string | null,
"phone": string | null,
"reference": string,
"stage": string | null
            }[]
                          SetofOptions: {
        from: "*"
        to: "enquiries"
        isOneToOne: false
        isSetofReturn: true
      } },
"unconfirmed_account":
{ Args: { "p_email": string }; Returns: string
                           },
"unconfirmed_warnings":
{ Args: { "p_from": number,"p_product": string }; Returns: {
              "allergens": Json,"version": number
            }[]
                           },
"uncounted_money_days":
{ Args: { "p_from": string,"p_until": string }; Returns: string[]
                           },
"undeliverable_area":
{ Args: { "p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']> }; Returns: string
                           },
"undeliverable_area_note":
{ Args: { "p_order_id": string }; Returns: string
                           },
"undeliverable_postcode_area":
{ Args: { "p_postcode": string }; Returns: string
                           },
"undo_fulfilment":
{ Args: { "p_now"?: string,"p_number": number }; Returns: Json
                           },
"unsellable_message":
{ Args: { "p_fault": string }; Returns: string
                           },
"unsent_pieces":
{ Args: { "p_order_id": string }; Returns: {
              "item_id": string,"pieces": number,"position": number
            }[]
                           },
"unsettled_refunds":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"unsubscribe":
{ Args: { "p_email_hash": string }; Returns: undefined
                           },
"upcoming_price":
{ Args: { "p_product": string }; Returns: number
                           },
"update_event":
{ Args: { "p_action": string,"p_change": Json,"p_event": Json }; Returns: undefined
                           },
"update_latest_packed_recipes":
{ Args: { "p_product": string }; Returns: undefined
                           },
"update_order_hold":
{ Args: { "p_now": string,"p_order_id": string }; Returns: undefined
                           },
"update_product_content":
{ Args: { "p_content": Json,"p_label": string,"p_name": string,"p_product": string,"p_recipe": (string)[] }; Returns: undefined
                           },
"update_product_price":
{ Args: { "p_pence": number,"p_product": string }; Returns: undefined
                           },
"upsert_subscription":
{ Args: { "p_now": string,"p_order": Omit<Database["public"]['Tables']["orders"]['Row'], Database["public"]['Tables']["orders"]['ComputedFields']>,"p_subscription": Json }; Returns: {
              "amount": number,
"asked_at": string | null,
"boxes": NonNullable<Json>,
"cancel_at_period_end": boolean,
"cancelled_at": string | null,
"created_at": string,
"currency": string,
"current_period_end": string,
"email": string,
"end_reason": string | null,
"ended_at": string | null,
"ends_at": string | null,
"id": string,
"letters_told": (string)[],
"order_id": string,
"overdue_amount": number | null,
"overdue_cause": string | null,
"overdue_invoice_id": string | null,
"overdue_link": string | null,
"retry_at": string | null,
"revision": number,
"skips_to": string | null,
"status": string,
"stripe_customer_id": string,
"stripe_subscription_id": string,
"updated_at": string,
"user_id": string | null
            }
                          SetofOptions: {
        from: "*"
        to: "subscriptions"
        isOneToOne: true
        isSetofReturn: false
      } },
"use_payment_account":
{ Args: { "p_account": string }; Returns: boolean
                           },
"use_recovery_code":
{ Args: { "p_code": string }; Returns: boolean
                           },
"validate_code":
{ Args: { "p_code": string,"p_ends": string,"p_max_each": number,"p_max_uses": number,"p_pence": number,"p_percent": number,"p_starts": string }; Returns: string
                           },
"validate_content":
{ Args: { "p_content": Json }; Returns: string
                           },
"validate_days":
{ Args: { "p_from": string,"p_until": string }; Returns: string
                           },
"validate_faq":
{ Args: { "p_answer": string,"p_question": string }; Returns: string
                           },
"validate_quote":
{ Args: { "p_quote": Json }; Returns: string
                           },
"venue_details":
{ Args: { "p_slug": string }; Returns: Json
                           },
"verified_account_id":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"visitor_address":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"wanted_product":
{ Args: { "p_account": string,"p_product_id": string }; Returns: Json
                           },
"wanted_rate":
{ Args: { "p_account": string,"p_id": string }; Returns: Json
                           },
"withdraw_discount_code":
{ Args: { "p_code": string,"p_now"?: string }; Returns: undefined
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
