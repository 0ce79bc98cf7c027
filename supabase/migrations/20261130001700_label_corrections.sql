-- Stores whether a version of a recipe only corrects the label of the version before it, and which answers an email relied on.

-- True when the label before this version was wrong: jars of the former version are made as this version says. False when the
-- recipe changed. Null until somebody at the desk says which.
alter table public.recipe_versions add column if not exists is_correction boolean;

-- The answers that the email was written with: {"2": true} for a correction by version 2. Null for an email from before the column
-- existed, which says that every recipe changed.
alter table public.sent_recipe_emails add column if not exists answers jsonb;
