-- Packing, sending, and the Today page. An owner and a packer do the same here, so packers read no prices, nobody reads an
-- email address, and a postal address is shown only until the parcel has left.

-- The packing state of an order that was worked on at the desk: its pick list, when it was packed, and a note for the packer.
-- Only database functions read and write it.
create table public.order_packing (
  order_id uuid primary key references public.orders on delete cascade,
  pick_list uuid,
  packed_at timestamptz,
  note text check (length(note) between 1 and 500)
);
create index order_packing_list on public.order_packing (pick_list) where pick_list is not null;
alter table public.order_packing enable row level security;

-- Lines that were taken from the shelf: ticks that survive a reload, and that two packers share.
create table public.line_picks (
  item_id uuid primary key references public.order_items on delete cascade,
  picked_at timestamptz not null default now()
);
alter table public.line_picks enable row level security;

-- The lines of an order that were sent ahead of the rest, as [{"position", "quantity"}]; the last parcel is the order's own.
create table public.part_parcels (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  carrier text,
  tracking text,
  sent_at timestamptz not null default now()
);
create index part_parcels_of_order on public.part_parcels (order_id);
create index part_parcels_sent on public.part_parcels (sent_at);
alter table public.part_parcels enable row level security;

grant all on public.order_packing, public.line_picks, public.part_parcels to service_role;
