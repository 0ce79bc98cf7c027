-- Ingredients on the lines of one value were shown as one ingredient, and their allergens missed: "coconut" above "milk" is no coconut
-- milk. supabase/schemas/catalogue/labels.sql splits new ones.
update public.products set ingredients = array(
  select btrim(line.words)
  from unnest(ingredients) with ordinality as i (name, place),
    lateral regexp_split_to_table(i.name, '\s*[\t\n\v\f\r\u0085\u2028\u2029]\s*') with ordinality as line (words, place)
  where btrim(line.words) <> '' order by i.place, line.place
) where array_to_string(ingredients, '') ~ '[\t\n\v\f\r\u0085\u2028\u2029]';
