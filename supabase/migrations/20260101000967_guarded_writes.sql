-- Whatever a browser writes without one of our functions in between goes by the guard's pattern, and a name that looks
-- like an attack is refused and noted there, too.

-- Refuses writes of a visitor from an address with the suspicious pattern (429). Failed sign-ins do not count for it:
-- one person's forgotten password must not keep a whole house from its carts. What the server writes passes, and so does
-- what a browser takes away, such as a consent.
create function public.refuse_suspects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare wait integer;
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return null; end if;
  wait := public.guard_wait(public.visitor_address(), false);
  if wait > 0 then raise sqlstate 'PT429' using message = 'Please wait before trying again.', hint = wait::text; end if;
  return null;
end $$;
create trigger profiles_guard before update on public.profiles
  for each statement execute function public.refuse_suspects();
create trigger carts_guard before insert or update on public.carts
  for each statement execute function public.refuse_suspects();
create trigger guest_carts_guard before insert or update on public.guest_carts
  for each statement execute function public.refuse_suspects();
create trigger cart_reminder_consents_guard before insert or update on public.cart_reminder_consents
  for each statement execute function public.refuse_suspects();

-- As before, but a name that looks like an attack and comes from a browser is refused (400) and noted. The old row is
-- given back in its place, so that nothing changes and no wish for exactly one row takes the note back. A sign-up, which
-- the sign-in service writes, is only cleaned here: it has refused such names before, and an account needs its profile.
create or replace function public.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and coalesce(auth.role(), 'service_role') <> 'service_role'
    and (public.is_suspicious(new.full_name) or public.is_suspicious(public.clean_line(new.full_name, 100))) then
    perform public.note_event(
      'suspicious_form_submission', public.seen_request() || '{"form": "profiles", "field": "full_name"}', public.visitor_address()
    );
    perform public.refuse_row(400);
    return old;
  end if;
  if length(new.full_name) <= 100 then new.full_name := nullif(public.clean_line(new.full_name, 100), ''); end if;
  return new;
end $$;

revoke execute on all functions in schema public from public;
