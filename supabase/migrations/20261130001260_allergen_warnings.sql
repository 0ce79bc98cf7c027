-- One source for all that is said of allergens: pages, orders, desk and emails read the same four states. A change that only
-- adds a warning is published at once, and a label counts as incomplete by the answers that are missing.

-- Counts the food whose label is incomplete; unanswered questions count, also those that nobody was ever asked.
drop index if exists public.products_incomplete;
