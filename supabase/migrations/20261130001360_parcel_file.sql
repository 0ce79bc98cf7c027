-- A carrier's import needs these besides the address: the weight of the contents, and the carrier's own code for the delivery
-- method (Royal Mail, "Order import spreadsheet field specifications"). A null is not known yet, and is left out of the file.
alter table public.products add column if not exists weight_grams integer check (weight_grams between 1 and 30000);
comment on column public.products.weight_grams is 'One piece with its jar or bag, without the parcel around it.';
alter table public.delivery_methods
  add column if not exists service_code text check (service_code ~ '^[A-Za-z0-9]{1,20}$'),
  add column if not exists package_size text check (package_size in ('large letter', 'small parcel', 'medium parcel', 'parcel')),
  add column if not exists packaging_grams integer not null default 150 check (packaging_grams between 0 and 5000);
comment on column public.delivery_methods.packaging_grams is 'The empty parcel: box, padding and slip.';
