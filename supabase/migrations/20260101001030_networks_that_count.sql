-- Whoever has an IPv6 network can ask from 65,536 of what counts as one address there.

-- The /48 of an IPv6 address: what a company or a tunnel hands out addresses from. Null for IPv4, also in IPv6 clothes,
-- and for what is no address.
create function public.guard_network(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address inet;
begin
  if not pg_input_is_valid(p_address, 'inet') then return null; end if;
  address := p_address::inet;
  if family(address) = 4 or address <<= '::ffff:0:0/96' then return null; end if;
  return network(set_masklen(address, 48));
end $$;

-- As before; all of an IPv6 network together may do four times what one address may.
create or replace function public.admit(
  p_form text, p_key text, p_max integer, p_address text, p_address_max integer, p_window_ms integer,
  p_details jsonb default '{}', p_now timestamptz default now(), p_counts_sign_ins boolean default true
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wait integer := public.guard_wait(p_address, p_counts_sign_ins, p_now);
  network text := public.guard_network(p_address);
begin
  if wait > 0 then return jsonb_build_object('wait', wait, 'reason', 'pattern'); end if;
  wait := greatest(
    public.take_attempt(p_form || ':' || public.guard_seal(p_key), p_max, p_window_ms, p_now),
    public.take_attempt(p_form || ':address:' || public.guard_seal(p_address), p_address_max, p_window_ms, p_now)
  );
  if network is not null then
    wait := greatest(wait, public.take_attempt(
      p_form || ':network:' || public.guard_seal(network), p_address_max * 4, p_window_ms, p_now
    ));
  end if;
  if wait = 0 then return jsonb_build_object('wait', 0, 'reason', null); end if;
  perform public.note_event('rate_limit_violation', p_details || jsonb_build_object('form', p_form), p_address, p_now);
  return jsonb_build_object('wait', wait, 'reason', 'limit');
end $$;

revoke execute on all functions in schema public from public;
