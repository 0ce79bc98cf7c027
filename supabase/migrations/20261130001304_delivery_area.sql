-- Parcels to places in the United Kingdom where the shop does not deliver. The payment page takes their postcodes, so what is paid
-- all the same is on hold until its owner has looked: it can go, or its money goes back.

-- Orders that wait to be packed when this is first run.
update public.orders set on_hold_since = now()
where status in ('paid', 'partially_refunded') and fulfilled_at is null and sold_out_at is null and hold_released_at is null
  and upper(regexp_replace(delivery_address ->> 'postcode', '[^0-9A-Za-z]', '', 'g')) ~ '^(BT|JE|GY|IM)[0-9]';
