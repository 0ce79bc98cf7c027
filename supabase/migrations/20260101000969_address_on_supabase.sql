-- As before, but on hosted Supabase CF-Connecting-IP comes first. A user's test there (github.com/orgs/supabase, discussion
-- 34647) found a forged X-Forwarded-For believed and the real address in Cloudflare's header; Cloudflare documents that it
-- adds to an X-Forwarded-For that a visitor sends, and that CF-Connecting-IP comes from its edge alone. Supabase itself
-- promises neither (discussion 52040 asked and had no answer of its own), and the shop was not tried there.
-- The shop's own server passes on the address that it has judged as X-Forwarded-For, and never CF-Connecting-IP.
create or replace function public.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select trim(coalesce(sent.headers ->> 'cf-connecting-ip', split_part(sent.headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb) as sent (headers)
$$;

revoke execute on all functions in schema public from public;
