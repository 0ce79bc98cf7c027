-- Web processes keep the pages that they have rendered. They are told of what a page shows, and of nothing else: a
-- checkout, which reserves pieces, changes no page as long as some are left.

drop trigger products_announce on public.products;
drop trigger prices_announce on public.prices;
drop trigger delivery_methods_announce on public.delivery_methods;
drop function public.announce_catalogue_change();

-- 'all' on the channel says that any page of the catalogue may show something new.
create function public.announce_catalogue() returns trigger
language plpgsql set search_path = ''
as $$ begin perform pg_notify('catalogue_changed', 'all'); return null; end $$;

-- Says what a changed product changes: 'all', or 'product:<slug> product:<id>', the names under which its own
-- page reads it, for what that page alone shows. Of the stock, lists show whether there is any, and its own page up to
-- 99 pieces, the most that a line may hold; no number is 99, too. When it last changed is shown to search engines
-- only, who can wait.
create function public.announce_product() returns trigger
language plpgsql set search_path = ''
as $$
declare
  unseen constant text[] := array['stock', 'created_at', 'updated_at'];
  on_its_page constant text[] := array['storage', 'sizes', 'recipeideas', 'stats'];
  before constant jsonb := to_jsonb(old) - unseen;
  after constant jsonb := to_jsonb(new) - unseen;
begin
  if not old.active and not new.active then return null; end if;
  if before - on_its_page <> after - on_its_page
    or (old.stock is not distinct from 0) <> (new.stock is not distinct from 0)
  then perform pg_notify('catalogue_changed', 'all');
  elsif before <> after or least(old.stock, 99) <> least(new.stock, 99)
  then perform pg_notify('catalogue_changed', format('product:%s product:%s', new.slug, new.id));
  end if;
  return null;
end $$;

create trigger products_announce after insert or delete on public.products
  for each row execute function public.announce_catalogue();
create trigger products_announce_change after update on public.products
  for each row execute function public.announce_product();
create trigger products_announce_end after truncate on public.products
  for each statement execute function public.announce_catalogue();

create trigger prices_announce after insert or delete on public.prices
  for each row execute function public.announce_catalogue();
create trigger prices_announce_change after update on public.prices
  for each row when (old.* is distinct from new.*) execute function public.announce_catalogue();
create trigger prices_announce_end after truncate on public.prices
  for each statement execute function public.announce_catalogue();

create trigger delivery_methods_announce after insert or delete on public.delivery_methods
  for each row execute function public.announce_catalogue();
create trigger delivery_methods_announce_change after update on public.delivery_methods
  for each row when (old.* is distinct from new.*) execute function public.announce_catalogue();
create trigger delivery_methods_announce_end after truncate on public.delivery_methods
  for each statement execute function public.announce_catalogue();

revoke execute on all functions in schema public from public;
