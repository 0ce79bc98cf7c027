-- Adds a recipe version when the recipe changes. If a change is undone before anybody ordered the new recipe, or was emailed about
-- it, its version is deleted, because it was never sold, and its number is not reused.
create or replace function public.record_recipe_version() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  words constant text := public.label_text(new);
  latest public.recipe_versions;
  former public.recipe_versions;
begin
  -- `choose_recipe` locks this row until its choice is committed, so that the queries below see the choice.
  select * into latest from public.recipe_versions v where v.product_id = new.id order by v.version desc limit 1 for update;
  if public.is_same_recipe(old, new) then return new; end if;
  -- Answers that are taken back before a line or a chosen jar got their label were never sold.
  if old.allergen_answers is not null and new.allergen_answers is null and public.recipe_text(old.ingredients) = public.recipe_text(new.ingredients)
    and not exists (
      select from public.order_items i left join public.packed_recipes r on r.item_id = i.id and r.version = latest.version
      where i.product_id = new.id and (
        coalesce(i.recipe_version >= latest.version, true) and i.allergens is distinct from words or r.allergens is distinct from words and r.item_id is not null
      )
    )
  then return new; end if;
  if latest.version is null and not (old.active and not old."isComingSoon")
    and not exists (select from public.order_items i where i.product_id = old.id) then return new; end if;
  select * into former from public.recipe_versions v where v.product_id = new.id and v.version < latest.version order by v.version desc limit 1;
  if former.version is not null and public.recipe_text(former.ingredients) = public.recipe_text(new.ingredients)
    and former.allergens is not distinct from new.allergens and coalesce(former.words = words, former.words is null)
    and not exists (
      select from public.order_items i where i.product_id = new.id and i.recipe_version >= latest.version
    ) and not exists (
      select from public.packed_recipes r join public.order_items i on i.id = r.item_id
      where i.product_id = new.id and latest.version in (r.version, r.latest_version)
    )
  then
    delete from public.recipe_versions v where v.product_id = new.id and v.version = latest.version;
    update public.recipe_versions v set newest_number = coalesce(latest.newest_number, latest.version)
    where v.product_id = new.id and v.version = former.version;
    new.recipe_changed_at := case when former.version > 1 then former.since end;
    return new;
  end if;
  if latest.version is null then
    insert into public.recipe_versions (product_id, version, ingredients, allergens, words, since)
    values (old.id, 1, old.ingredients, old.allergens, public.label_text(old), old.created_at);
  else
    -- Answers may have changed its label without another version.
    update public.recipe_versions v set ingredients = old.ingredients, allergens = old.allergens, words = public.label_text(old)
    where v.product_id = old.id and v.version = latest.version;
  end if;
  insert into public.recipe_versions (product_id, version, ingredients, allergens, words, since)
  values (new.id, coalesce(latest.newest_number, latest.version, 1) + 1, new.ingredients, new.allergens, words, now());
  new.recipe_changed_at := now();
  return new;
end $$;
create or replace trigger products_recipe before update of ingredients, allergens, allergen_answers on public.products
  for each row execute function public.record_recipe_version();

-- Cancels the waiting emails about a product's recipe once that recipe is followed by another, or undone, because they state the
-- ingredients. One that a worker is sending now may leave all the same: its row stays, so that its reader gets a correction.
create or replace function public.cancel_recipe_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed public.recipe_versions := coalesce(new, old);
begin
  update public.outbox m set failed_at = now(), called_off = true, last_error = 'The recipe has changed again'
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text and m.sent_at is null and m.claimed_until > now();
  delete from public.outbox m
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = changed.product_id::text and m.sent_at is null and not m.called_off;
  return null;
end $$;
create or replace trigger recipe_versions_cancel_emails after insert or delete on public.recipe_versions
  for each row execute function public.cancel_recipe_emails();

-- Records a sent email about a recipe, because the outbox deletes its emails earlier.
create or replace function public.record_sent_recipe_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.sent_recipe_emails (email_id, order_id, product_id, version, answers, sent_at)
  select new.id, o.id, p.id, split_part(new.dedupe_key, ':', 3)::integer, new.data -> 'answers', new.sent_at
  from public.orders o join public.products p on p.id::text = split_part(new.dedupe_key, ':', 2)
  where o.number = (new.data ->> 'number')::bigint and o.erased_at is null
  on conflict do nothing;
  return null;
end $$;
create or replace trigger outbox_record_sent_recipe_email after update of sent_at on public.outbox
  for each row when (new.template = 'recipe_news' and new.sent_at is not null) execute function public.record_sent_recipe_email();

-- Lists the emails of the last three months about the recipes of a product that were sent or wait to be sent: `place` numbers the
-- sent ones in order, and is null for a waiting one. `is_answered` says whether an email knew all answers about the labels that
-- there are now. One that waits does, since its words are renewed when it is sent
-- (`renewed_recipe_email`).
create or replace function public.recipe_emails(p_product uuid)
returns table (email_id uuid, recipient text, number bigint, at timestamptz, version integer, place bigint, is_answered boolean)
language sql stable security definer set search_path = '' as $$
  select e.email_id, o.email, o.number, e.sent_at, e.version, e.place,
    coalesce(e.answers @> a.answers, not jsonb_path_exists(a.answers, '$.* ? (@ == true)'))
  from public.sent_recipe_emails e join public.orders o on o.id = e.order_id cross join (select public.label_answers(p_product) as answers) a
  where e.product_id = p_product and e.sent_at > now() - interval '3 months' and o.erased_at is null
  union all
  select m.id, m.recipient, (m.data ->> 'number')::bigint, m.created_at, split_part(m.dedupe_key, ':', 3)::integer, null, true
  from public.outbox m
  where m.template = 'recipe_news' and split_part(m.dedupe_key, ':', 2) = p_product::text and m.sent_at is null and not m.called_off
$$;

-- Lists the email addresses that bought a product in the last three months, each with its latest order. If the recipe changed in
-- that time, only those that bought an earlier recipe are listed, from three months before the change on.
create or replace function public.recipe_buyers(p_product uuid)
returns table (email text, number bigint, bought_at timestamptz, buyer text) language sql stable security definer set search_path = '' as $$
  select distinct on (lower(o.email)) o.email, o.number, o.created_at, coalesce(o.delivery_address ->> 'name', '')
  from public.order_items i join public.orders o on o.id = i.order_id
  left join (
    select p.recipe_changed_at as at, (select max(v.version) from public.recipe_versions v where v.product_id = p.id) as latest
    from public.products p where p.id = p_product and p.recipe_changed_at > now() - interval '3 months'
  ) change on true
  where i.product_id = p_product and i.quantity > i.refunded_quantity and o.erased_at is null and o.sold_out_at is null and o.email <> ''
    and o.paid_at is not null and o.created_at > least(change.at, now()) - interval '3 months' and coalesce(i.recipe_version < change.latest, true)
  order by lower(o.email), o.number desc
$$;

-- Returns true when the last pieces of a product that the caller bought are of an earlier recipe. If some of each were packed, the
-- earlier one counts.
create or replace function public.has_former_recipe(p_product uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((
    select coalesce((select min(r.version) from public.packed_recipes r where r.item_id = i.id), i.recipe_version)
      < (select max(v.version) from public.recipe_versions v where v.product_id = p_product)
    from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id = p_product and o.user_id = (select auth.uid()) and o.paid_at is not null
    order by o.number desc limit 1
  ), false)
$$;

-- Returns a hash that changes with the recipients and with the email to each.
create or replace function public.recipe_emails_hash(p_product uuid) returns text language sql stable security definer set search_path = '' as $$
  select md5(coalesce(string_agg(lower(r.email) || public.recipe_email(p_product, to_jsonb(r))::text, '|' order by lower(r.email)), ''))
  from public.recipe_email_recipients(p_product) r
$$;

-- Refuses the call of an earlier version of the desk, which has no p_version because it did not show the readers before it sent.
create or replace function public.desk_write_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform public.require_staff();
  raise sqlstate 'PT400' using message = 'Please load the desk again: it shows who reads this, and what, before it is sent.';
end $$;

-- Cancels the emails about a recipe that no worker has tried to send yet. Returns how many there were, also when it is repeated.
create or replace function public.desk_unwrite_recipe_news(p_product uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
  last_entry public.desk_log;
begin
  perform public.require_staff();
  delete from public.outbox m where m.dedupe_key like format('recipe_news:%s:%%', p_product) and m.sent_at is null and m.attempts = 0;
  get diagnostics deleted = row_count;
  select * into last_entry from public.desk_log l
  where l.subject = 'product:' || p_product and l.action in ('recipe_news', 'recipe_news_undone') order by l.id desc limit 1;
  if deleted = 0 and last_entry.action = 'recipe_news_undone' then return (last_entry.after ->> 'people')::integer; end if;
  perform public.log_desk_action('recipe_news_undone', 'product:' || p_product, null, jsonb_build_object('people', deleted));
  return deleted;
end $$;

-- Lists the orders of a product, or only those of one email address, a row for each parcel: its pieces wait to be sent (`stage`
-- 'waiting'), were sent in the last week ('sent') or before ('had'). `jar` compares the recipes in the parcel with the one that was
-- ordered (`recipe_choice_kind`); it is null until they are chosen. `jars` are the labels of those recipes, or of all that may go
-- in: [{"since", "isAsOrdered", "isLatest", "isWrong": the label that its reader has was wrong, "unconfirmed": as
-- `unconfirmed_warnings`} and a `recipe_label`]. `news` compares today's label with the one that was ordered, `is_same` says whether
-- those and the recipes in the parcel are alike, and `is_told` that the email about the parcel had today's label.
create or replace function public.recipe_orders(p_product uuid, p_email text default null) returns table (
  email text, buyer text, number bigint, bought_at timestamptz, ordered_at timestamptz, stage text, is_gift boolean, is_told boolean, jar text,
  jars jsonb, news jsonb, is_same boolean
) language sql stable security definer set search_path = '' as $$
  with bought as materialized (
    select o.id as order_id, i.id as item_id, i.recipe_version, i.position, i.quantity - i.refunded_quantity as pieces, o.email, o.number, o.fulfilled_at,
      coalesce(o.delivery_address ->> 'name', '') as buyer, o.paid_at, o.created_at, o.status in ('paid', 'partially_refunded') and o.fulfilled_at is null as is_awaiting,
      coalesce(o.gift_to, o.gift_from, o.gift_note) is not null as is_gift
    from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id = p_product and i.quantity > i.refunded_quantity and o.erased_at is null and o.sold_out_at is null
      and o.email <> '' and o.paid_at is not null and (p_email is null or lower(o.email) = lower(p_email))
  ), versions as materialized (
    select j.*, u.allergens as unconfirmed from public.recipe_jars(p_product) j
    left join public.unconfirmed_warnings(p_product, (select min(coalesce(b.recipe_version, 0)) from bought b)) u on u.version = j.version
  ), options as materialized (
    select r.* from public.recipe_options(array(select b.item_id from bought b)) r
  ), choices as materialized (
    select c.item_id, c.chosen from public.recipe_choices(array(select b.order_id from bought b where b.is_awaiting)) c
  ), present as materialized (
    select x.ingredients, public.label_text(x) as label from public.products x where x.id = p_product
  ), changes as materialized (
    -- Comparing two labels takes some milliseconds, and most lines were sold under the same ones.
    select l.*, public.recipe_label(l.former_ingredients, l.former_label, l.ingredients, l.label) as change
    from (
      select o.ordered_ingredients as former_ingredients, o.ordered_label as former_label, o.ingredients, o.allergens as label from options o
      union
      select o.ordered_ingredients, o.ordered_label, k.ingredients, k.allergens from options o join public.packed_recipes k on k.item_id = o.item_id
      union
      select o.ordered_ingredients, o.ordered_label, x.ingredients, x.label from options o cross join present x
    ) l
  ), stages as (
    select b.*, 'waiting' as stage, null::uuid as part, c.chosen
    from bought b cross join lateral public.unsent_pieces(b.order_id) t
    left join choices c on c.item_id = b.item_id
    where b.is_awaiting and t.item_id = b.item_id and t.pieces > 0
    union all
    select b.*, case when s.at > now() - interval '7 days' then 'sent' else 'had' end, s.part,
      (select array_agg(r.version) from public.packed_recipes r where r.item_id = b.item_id and r.part_id is not distinct from s.part)
    from bought b cross join lateral (
      select p.sent_at as at, p.id as part from public.part_parcels p
      where p.order_id = b.order_id and exists (select from jsonb_array_elements(p.lines) line where (line ->> 'position')::integer = b.position)
      union all
      select b.fulfilled_at, null where b.fulfilled_at is not null
        and exists (select from public.unsent_pieces(b.order_id) t where t.item_id = b.item_id and t.pieces > 0)
    ) s
  ), parcels as (
    select s.*, coalesce((select array_agg(distinct v.jar) from versions v where v.version = any (s.chosen)), s.chosen, array[f.version]) as versions,
      s.stage <> 'waiting' and s.chosen = array[f.latest_version] as is_told, f.ordered_ingredients, f.ordered_label, f.is_latest as is_as_now
    from stages s left join options f on f.item_id = s.item_id and f.is_as_ordered
  )
  select p.email, p.buyer, p.number, p.paid_at, p.created_at, p.stage, p.is_gift, p.is_told, j.jar, j.jars,
    coalesce(n.change, public.recipe_label(p.ordered_ingredients, p.ordered_label, x.ingredients, x.label)), coalesce(p.is_as_now and j.are_as_ordered, true)
  from parcels p cross join present x
  left join changes n on n.former_ingredients is not distinct from p.ordered_ingredients and n.former_label is not distinct from p.ordered_label
    and n.ingredients is not distinct from x.ingredients and n.label is not distinct from x.label
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'since', r.since, 'isAsOrdered', r.is_as_ordered, 'isLatest', r.is_latest, 'isWrong', r.is_wrong, 'unconfirmed', case when not r.is_latest then r.unconfirmed end
    ) || case when r.is_wrong then public.recipe_label(r.read_ingredients, r.read_label, r.ingredients, r.allergens)
      else c.change end order by r.version), '[]') as jars,
      case when p.versions <> '{}' then public.recipe_choice_kind(count(*), bool_and(r.is_as_ordered), bool_and(r.is_latest)) end as jar,
      bool_and(r.is_as_ordered and not r.is_wrong) as are_as_ordered
    from (
      select r.version, r.since, r.is_as_ordered, r.is_latest, v.unconfirmed, coalesce(k.ingredients, p.ordered_ingredients) as read_ingredients,
        coalesce(k.allergens, p.ordered_label) as read_label, case when k.version = r.version then k.ingredients else r.ingredients end as ingredients,
        case when k.version = r.version then k.allergens else r.allergens end as allergens,
        case when k.version is null then r.is_corrected else k.version <> r.version end as is_wrong
      from options r left join versions v on v.version = r.version
      left join lateral (
        select k.* from public.packed_recipes k join versions o on o.version = k.version and o.jar = r.version
        where p.stage <> 'waiting' and k.item_id = p.item_id and k.part_id is not distinct from p.part order by k.version limit 1
      ) k on true
      where r.item_id = p.item_id and (p.versions = '{}' or r.version = any (p.versions))
    ) r
    left join changes c on c.former_ingredients is not distinct from p.ordered_ingredients and c.former_label is not distinct from p.ordered_label
      and c.ingredients is not distinct from r.ingredients and c.label is not distinct from r.allergens
  ) j
$$;

-- Lists the recipients of an email about the present recipe. Included are:
-- (1) buyers of another recipe since three months before the change, unless the email about their parcel already told them;
-- (2) buyers of another recipe whose parcel has not been sent yet;
-- (3) people whose latest email of the last three months described another recipe, for example one that was reverted since, or
-- lacked answers about the labels that are known now.
-- Groups 1 and 2 are only listed for three months after the change. Excluded are people whose latest email described the present
-- recipe with all answers about its labels that are known now. `emailed_at` and `email_id` are those of the latest email, and
-- null without one. `orders` has the rows of `recipe_orders`. With p_email, lists only that address, as if its waiting emails did
-- not exist.
create or replace function public.recipe_email_recipients(p_product uuid, p_email text default null)
returns table (email text, buyer text, number bigint, bought_at timestamptz, emailed_at timestamptz, email_id text, orders jsonb)
language sql stable security definer set search_path = '' as $$
  with found as (
    select p.recipe_changed_at as changed_at, (select max(v.version) from public.recipe_versions v where v.product_id = p.id) as latest
    from public.products p where p.id = p_product
  ), previous_emails as (
    select distinct on (lower(m.recipient)) m.email_id::text as email_id, m.recipient, m.number, m.at, m.version = f.latest and m.is_answered as is_current
    from found f cross join public.recipe_emails(p_product) m
    where p_email is null or lower(m.recipient) = lower(p_email) and m.place is not null
    order by lower(m.recipient), m.place desc nulls first
  ), ordered as materialized (
    select o.*, jsonb_build_object(
      'number', o.number, 'stage', o.stage, 'isGift', o.is_gift, 'jar', o.jar, 'jars', o.jars, 'news', o.news, 'isSame', o.is_same
    ) as facts
    from public.recipe_orders(p_product, p_email) o
  ), bought as (
    select lower(o.email) as address_key, (array_agg(o.email order by o.bought_at desc))[1] as email, (array_agg(o.buyer order by o.bought_at desc))[1] as buyer,
      (array_agg(o.number order by o.stage = 'waiting' desc, o.bought_at desc))[1] as number, min(o.bought_at) as bought_at,
      jsonb_agg(o.facts order by o.bought_at desc, o.stage desc) as orders
    from found f cross join ordered o
    where f.changed_at > now() - interval '3 months' and not o.is_same
      and (o.stage = 'waiting' or o.ordered_at > least(f.changed_at, now()) - interval '3 months')
      -- Leaves out readers who got the new recipe: the email about their parcel has already told them of the change.
      and o.is_told is not true
    group by 1
  )
  select b.email, b.buyer, b.number, b.bought_at, t.at, t.email_id, b.orders
  from bought b left join previous_emails t on lower(t.recipient) = b.address_key where t.is_current is not true
  union all
  select t.recipient, coalesce(o.delivery_address ->> 'name', ''), t.number, o.paid_at, t.at, t.email_id,
    (select coalesce(jsonb_agg(x.facts order by x.stage desc), '[]') from ordered x where x.number = t.number)
  from previous_emails t join public.orders o on o.number = t.number
  where t.is_current is not true and o.erased_at is null and not exists (select from bought b where b.address_key = lower(t.recipient))
$$;

-- Returns the email to one recipient. It warns of all that is new compared with the label of any of their orders. `changedAt` is
-- null when today's recipe is the one that they ordered and nothing else is in their parcels; `corrects` is the time of an
-- earlier email about another recipe.
create or replace function public.recipe_email(p_product uuid, p_recipient jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', p_recipient -> 'number', 'name', p.name, 'slug', p.slug,
    'changedAt', case when p_recipient -> 'orders' = '[]' or p_recipient -> 'orders' @> '[{"isSame": false}]' then p.recipe_changed_at end,
    'corrects', p_recipient -> 'emailed_at', 'answers', public.label_answers(p_product),
    'newAllergens', public.sort_allergens(jsonb_path_query_array(p_recipient, '$.orders[*].news.newAllergens[*]')),
    'newTraces', public.sort_allergens(jsonb_path_query_array(p_recipient, '$.orders[*].news.newTraces[*]')),
    'orders', (select coalesce(jsonb_agg(o - array['news', 'isSame'] order by place), '[]')
      from jsonb_array_elements(p_recipient -> 'orders') with ordinality as x (o, place)),
    'ingredients', public.recipe_text(p.ingredients), 'allergens', public.label_text(p)
  ) from public.products p where p.id = p_product
$$;

-- Returns an email about a recipe with the words that are true now, because its orders may have been sent, refunded or given a jar
-- since it was queued; null when its reader knows from the email about the parcel, or has nothing of this recipe any more.
create or replace function public.renewed_recipe_email(p_email public.outbox) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.recipe_email(p.id, to_jsonb(r))
  from public.products p cross join lateral public.recipe_email_recipients(p.id, p_email.recipient) r
  where p.id::text = split_part(p_email.dedupe_key, ':', 2) limit 1
$$;

-- Returns {"version", "readers": [{"name", "number", "orders"}], "questions": `label_question_list`}; readers whose parcel has not
-- left come first.
create or replace function public.desk_recipe_readers(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.require_staff();
  return jsonb_build_object('version', public.recipe_emails_hash(p_product), 'questions', public.label_question_list(p_product), 'readers', (
    select coalesce(jsonb_agg(jsonb_build_object('name', r.buyer, 'number', r.number, 'orders', r.orders)
      order by (r.orders @> '[{"stage": "waiting"}]') desc, (r.orders @> '[{"stage": "sent"}]') desc, r.number), '[]')
    from public.recipe_email_recipients(p_product) r
  ));
end $$;

-- Returns the email of one reader, by the order that it names, in the form of `desk_mail`: {"mail": {"template"}, "data"}.
create or replace function public.desk_recipe_letter(p_product uuid, p_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare email jsonb;
begin
  perform public.require_staff();
  select public.recipe_email(p_product, to_jsonb(r)) into email from public.recipe_email_recipients(p_product) r where r.number = p_number limit 1;
  if email is null then raise sqlstate 'PT400' using message = 'Nobody is to be written to about order ' || coalesce(p_number::text, '') || ' any more.'; end if;
  return jsonb_build_object('mail', jsonb_build_object('template', 'recipe_news'), 'data', email);
end $$;

-- Queues the email for each reader. It leaves after thirty seconds and can be undone until then. p_version is the hash of the
-- readers that the desk showed. Returns how many emails were queued.
create or replace function public.desk_send_recipe_news(p_product uuid, p_version text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  found public.products;
  latest integer;
  recipient record;
  queued integer := 0;
begin
  perform public.require_staff();
  found := public.lock_product(p_product);
  if not exists (select from public.recipe_email_recipients(p_product)) then
    if coalesce(found.recipe_changed_at <= now() - interval '3 months', true) then
      raise sqlstate 'PT400' using message = 'The recipe of ' || found.name || ' has not changed lately.';
    end if;
    return 0;
  end if;
  if public.recipe_emails_hash(p_product) is distinct from p_version then
    perform public.raise_conflict(jsonb_build_object('readers', (select count(*) from public.recipe_email_recipients(p_product))));
  end if;
  select max(v.version) into latest from public.recipe_versions v where v.product_id = p_product;
  for recipient in select * from public.recipe_email_recipients(p_product) loop
    perform public.queue_email('recipe_news', recipient.email, public.recipe_email(p_product, to_jsonb(recipient)),
      concat_ws(':', p_product, latest, encode(sha256(convert_to(lower(recipient.email), 'utf8')), 'hex'), recipient.email_id),
      now() + interval '30 seconds');
    queued := queued + 1;
  end loop;
  perform public.log_desk_action('recipe_news', 'product:' || p_product, null, jsonb_build_object('people', queued));
  return queued;
end $$;

grant execute on function public.has_former_recipe to authenticated, service_role;
grant execute on function
  public.desk_write_recipe_news,
  public.desk_unwrite_recipe_news,
  public.desk_recipe_readers,
  public.desk_recipe_letter,
  public.desk_send_recipe_news
to authenticated, service_role;
