-- An account keeps a hundred sessions of one factor. Sign-ins were not limited before, and ending very many sessions at once
-- takes longer than a statement may.
delete from auth.sessions s using (
  select id, row_number() over (
    partition by user_id order by greatest(created_at, updated_at, refreshed_at at time zone 'utc') desc nulls last, id
  ) as place
  from auth.sessions where coalesce(aal, 'aal1') < 'aal2'
) ranked
where ranked.id = s.id and ranked.place > 100;
