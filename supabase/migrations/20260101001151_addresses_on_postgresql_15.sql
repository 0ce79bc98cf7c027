-- PostgreSQL 15, which older projects on hosted Supabase run, has no pg_input_is_valid.

-- The text as a network address; null for what is none.
create function public.address_of(p_text text) returns inet
language plpgsql immutable set search_path = ''
as $$
begin
  return p_text::inet;
exception when data_exception then
  return null;
end $$;

-- As before: the same text gives the same seal, in this shop alone. What belongs to one visitor counts as one: an IPv6
-- address stands for the /64 that one customer has, one that wraps an IPv4 address for that address.
create or replace function public.guard_seal(p_text text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  plain text := regexp_replace(lower(trim(p_text)), '^::ffff:(?=\d+\.)', '');
  address inet := public.address_of(plain);
begin
  if address is not null then
    plain := case when family(address) = 6 then network(set_masklen(address, 64))::text else host(address) end;
  end if;
  return (select encode(sha256(convert_to(s.salt || plain, 'utf8')), 'hex') from public.guard_salt s);
end $$;

-- As before: the /48 of an IPv6 address, null for IPv4, also in IPv6 clothes, and for what is no address.
create or replace function public.guard_network(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address inet := public.address_of(p_address);
begin
  if family(address) = 4 or address <<= '::ffff:0:0/96' then return null; end if;
  return network(set_masklen(address, 48));
end $$;

revoke execute on all functions in schema public from public;
