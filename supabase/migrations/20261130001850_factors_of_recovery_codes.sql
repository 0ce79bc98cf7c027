-- The verified factors that the account had when the recovery code was made: the code removes an app only if it is one of them. Times
-- were compared before, which a wrong clock can put in any order.
alter table public.recovery_codes add column if not exists factor_ids uuid[] not null default '{}';
update public.recovery_codes c set factor_ids = found.ids
from (
  select code.user_id, code.code_hash, array_agg(f.id) as ids
  from public.recovery_codes code
  join auth.mfa_factors f on f.user_id = code.user_id and f.status = 'verified' and f.created_at <= code.created_at
  group by code.user_id, code.code_hash
) found
where found.user_id = c.user_id and found.code_hash = c.code_hash and c.factor_ids = '{}';
-- The session that used the code, which may send it again when the response was lost: see use_recovery_code. Null for a code that can
-- still be used.
alter table public.recovery_codes add column if not exists used_by uuid;
