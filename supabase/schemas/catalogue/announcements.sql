-- Announces a change to all web processes: the same announcement once for each transaction.
create or replace function public.announce(p_announcement text) returns void language sql security definer set search_path = '' as $$
  insert into public.announcements (announcement) values (p_announcement) on conflict do nothing;
  select pg_notify('catalogue_changed', p_announcement);
$$;

-- The announcement 'all' means that any page of the catalogue may have changed.
create or replace function public.announce_catalogue() returns trigger language plpgsql security definer set search_path = ''
as $$ begin perform public.announce('all'); return null; end $$;
create or replace trigger products_announce after insert or delete on public.products for each row execute function public.announce_catalogue();
create or replace trigger products_announce_end after truncate on public.products for each statement execute function public.announce_catalogue();
create or replace trigger prices_announce after insert or delete on public.prices for each row execute function public.announce_catalogue();
create or replace trigger prices_announce_change after update on public.prices
  for each row when (old.* is distinct from new.*) execute function public.announce_catalogue();
create or replace trigger prices_announce_end after truncate on public.prices for each statement execute function public.announce_catalogue();
create or replace trigger delivery_methods_announce after insert or delete on public.delivery_methods
  for each row execute function public.announce_catalogue();
create or replace trigger delivery_methods_announce_change after update on public.delivery_methods
  for each row when (old.* is distinct from new.*) execute function public.announce_catalogue();
create or replace trigger delivery_methods_announce_end after truncate on public.delivery_methods
  for each statement execute function public.announce_catalogue();
create or replace trigger announcement_bar_announce after insert or update or delete on public.announcement_bar
  for each row execute function public.announce_catalogue();
create or replace trigger holiday_announce after insert or update or delete on public.holiday
  for each row execute function public.announce_catalogue();
create or replace trigger testimonials_announce after insert or update or delete on public.testimonials
  for each row execute function public.announce_catalogue();
create or replace trigger faqs_announce after insert or update or delete on public.faqs
  for each row execute function public.announce_catalogue();
create or replace trigger last_boxes_announce after insert or update or delete on public.last_boxes
  for each row execute function public.announce_catalogue();

-- Announces which pages show a changed product. Cards show the label, which depends on the allergen answers; no page shows the
-- weight.
create or replace function public.announce_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  unseen constant text[] := array['stock', 'shelf_version', 'weight_grams', 'created_at', 'updated_at'];
  on_its_page constant text[] := array['storage', 'sizes', 'recipeideas', 'stats',
    'image_alt', 'on_sale_from', 'recipe_changed_at'];
  before constant jsonb := to_jsonb(old) - unseen;
  after constant jsonb := to_jsonb(new) - unseen;
begin
  if not old.active and not new.active then return null; end if;
  if before - on_its_page <> after - on_its_page
    or (old.stock is not distinct from 0) <> (new.stock is not distinct from 0)
  then perform public.announce('all');
  elsif before <> after or least(old.stock, 99) <> least(new.stock, 99)
  then perform public.announce(format('product:%s product:%s', new.slug, new.id));
  end if;
  return null;
end $$;
create or replace trigger products_announce_change after update on public.products for each row execute function public.announce_product();

create or replace function public.announce_dates() returns trigger language plpgsql security definer set search_path = ''
as $$ begin perform public.announce('dates'); return null; end $$;
create or replace trigger venues_announce after insert or update or delete or truncate on public.venues for each statement execute function public.announce_dates();
create or replace trigger dates_announce after insert or update or delete or truncate on public.dates for each statement execute function public.announce_dates();
create or replace trigger date_changes_announce after insert or update or delete or truncate on public.date_changes
  for each statement execute function public.announce_dates();

-- Returns the announcements since the reader's last call, each with its age in ms, and `seen` for the next call. Those that are
-- older than ten minutes are left out: a reader that got no answer for five minutes takes every page as changed
-- (server/announcements.ts). A reader whose last call was to a server ahead of this one, for instance before a backup was
-- restored, gets 'all'.
create or replace function public.announcements_since(p_seen text) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'seen', pg_current_snapshot()::text,
    'announcements', coalesce(jsonb_agg(jsonb_build_object('announcement', a.announcement, 'age', a.age)), '[]')
  )
  from (
    select announcement, ceil(max(extract(epoch from clock_timestamp() - announced_at)) * 1000)::bigint as age
    from public.announcements
    where transaction >= pg_snapshot_xmin(p_seen::pg_snapshot)
      and not pg_visible_in_snapshot(transaction, p_seen::pg_snapshot)
      and announced_at > clock_timestamp() - interval '10 minutes'
    group by announcement
    union all
    select 'all', 0 where pg_snapshot_xmax(p_seen::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
  ) as a
$$;

grant execute on function public.announcements_since to service_role;
