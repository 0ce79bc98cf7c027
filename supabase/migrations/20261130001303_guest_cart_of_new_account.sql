-- A shopper who signs up on the way to the checkout, and opens the link of the confirmation in another browser, finds there what
-- was in the cart.

-- The account that took the cart over; null of one that none has.
alter table public.guest_carts add column if not exists taken_by uuid references auth.users on delete set null;
create index if not exists guest_carts_taken on public.guest_carts (taken_by) where taken_by is not null;
