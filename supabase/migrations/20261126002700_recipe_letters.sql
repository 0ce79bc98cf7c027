-- A letter about a recipe says what is in a jar, so one that still waits does not leave once that recipe is followed by
-- another, or taken back. The number of a version that was taken back comes again with the next, whose letters are others.
create function public.forget_recipe_letters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed public.recipe_versions := coalesce(new, old);
begin
  delete from public.outbox m
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text and m.sent_at is null;
  if tg_op = 'DELETE' then
    update public.outbox m set dedupe_key = null
    where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text
      and split_part(m.dedupe_key, ':', 3) = changed.version::text;
  end if;
  return null;
end $$;
create trigger recipe_versions_forget_letters after insert or delete on public.recipe_versions
  for each row execute function public.forget_recipe_letters();

revoke execute on function public.forget_recipe_letters from public, anon, authenticated;
