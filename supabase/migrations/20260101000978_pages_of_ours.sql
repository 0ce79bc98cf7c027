-- As before, but `//somewhere` and `/\somewhere` are no paths: a browser takes them for another site.
create or replace function public.clean_page(p_page text) returns text
language sql immutable set search_path = ''
as $$
  select case when line ~ '^/(?![/\\])' then line end from (select public.clean_line(p_page, 300)) as cleaned (line)
$$;

revoke execute on all functions in schema public from public;
