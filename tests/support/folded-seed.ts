import { albumSql } from '../../supabase/seed/seed-sql.ts'

/**
 * The seed SQL for a database at the last of the folded (replaced) migrations, in which delivery methods had no columns
 * for their rules.
 */
export const seedForFoldedMigrations = `${albumSql().split('insert into public.delivery_methods')[0]}
insert into public.delivery_methods (id, name, price) values ('standard', 'Standard', 329), ('xl', 'XL', 649);`
