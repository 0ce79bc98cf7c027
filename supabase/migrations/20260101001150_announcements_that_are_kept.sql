-- Web processes that hold a connection hear of changes by `notify`. On hosted Supabase they have none, only the API: there
-- they ask. So every announcement is written down, too, word for word.

-- What was announced in the last hour. `transaction` is the number of the one that changed something: it says exactly
-- what a reader has not seen yet, whatever the order in which transactions end, which a counter or a time would not. No
-- transaction ever waits here for another. Nobody reads or writes it but the functions below.
create table public.announcements (
  transaction xid8 default pg_current_xact_id(),
  announcement text not null,
  announced_at timestamptz not null default clock_timestamp(),
  primary key (transaction, announcement)
);
alter table public.announcements enable row level security;

-- Tells all web processes of a change, the same once a transaction. Only by the triggers of the catalogue, for whoever
-- may change it.
create function public.announce(p_announcement text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.announcements (announcement) values (p_announcement) on conflict do nothing;
  perform pg_notify('catalogue_changed', p_announcement);
end $$;

-- What was announced since the reader's last look, each with its age in ms, and what this look has seen, to be handed
-- over at the next one. Who never looked hears nothing and takes everything for new. After ten minutes an announcement is
-- not given any more: pages do not live as long, and rows that a restored backup brought along are numbered by another
-- server. To a reader whose last look was at a server ahead of this one, as before a return to an earlier time, everything
-- is new. Service role only.
create function public.announcements_since(p_seen text) returns jsonb
language sql stable security definer set search_path = ''
as $$
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

-- Throws away what everybody has heard who still wants to. Answers how many. Service role only.
create function public.forget_announcements(p_now timestamptz default now()) returns integer
language sql security definer set search_path = ''
as $$
  with forgotten as (
    delete from public.announcements where announced_at < p_now - interval '1 hour' returning 1
  )
  select count(*)::integer from forgotten
$$;

-- As before, but written down. With the rights of their owner, so that whoever may change a product needs no more.
create or replace function public.announce_catalogue() returns trigger
language plpgsql security definer set search_path = ''
as $$ begin perform public.announce('all'); return null; end $$;

create or replace function public.announce_product() returns trigger
language plpgsql security definer set search_path = ''
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
  then perform public.announce('all');
  elsif before <> after or least(old.stock, 99) <> least(new.stock, 99)
  then perform public.announce(format('product:%s product:%s', new.slug, new.id));
  end if;
  return null;
end $$;

revoke execute on all functions in schema public from public;
grant execute on function public.announcements_since(text), public.forget_announcements(timestamptz) to service_role;
