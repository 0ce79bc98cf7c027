-- When a dispute last became worse: a question became a withdrawal, a won dispute was appealed, or it was lost. It holds an
-- order again whose hold an owner had released before.
alter table public.disputes add column if not exists worsened_at timestamptz;

-- The refunds of the order that were under way when this one failed. They do not make up for it.
alter table public.failed_refunds add column if not exists under_way uuid[] not null default '{}';
