-- The pattern of suspicious events is counted by sender: an account, or what was typed together with its address.

create index if not exists security_audit_log_sender on public.security_audit_log ((details ->> 'sender'), created_at desc) where source = 'server';

-- Carts, names and consents have limits of their own, which are not an address's: holders of a cart or an account write on.
drop trigger if exists carts_guard on public.carts;
drop trigger if exists guest_carts_guard on public.guest_carts;
drop trigger if exists cart_reminder_consents_guard on public.cart_reminder_consents;
drop trigger if exists profiles_guard on public.profiles;
drop function if exists public.refuse_suspects();
drop function if exists public.guard_wait(text, boolean, timestamptz);
drop index if exists public.security_audit_log_address;
