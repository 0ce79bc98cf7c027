-- As before, but a cart that a function of ours stores is flagged by that function alone, for the visitor who sent it: it
-- would otherwise be noted twice, once for the server's own address.
create or replace function public.flag_large_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare lines integer := jsonb_array_length(to_jsonb(new) -> tg_argv[0]);
begin
  if coalesce(auth.role(), 'service_role') = 'service_role' then return null; end if;
  if lines <= 50 or (tg_op = 'UPDATE' and jsonb_array_length(to_jsonb(old) -> tg_argv[0]) > 50) then return null; end if;
  perform public.note_event(
    'suspicious_form_submission', public.seen_request() || jsonb_build_object('form', tg_table_name, 'lines', lines), public.visitor_address()
  );
  return null;
end $$;
