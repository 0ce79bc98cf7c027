-- products_label_gaps takes its place (supabase/schemas/catalogue/labels.sql).
drop index if exists public.products_incomplete;
