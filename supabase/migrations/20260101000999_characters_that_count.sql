-- As before, but of the least each character counts once, as `hasLength` of `domain/validation.ts` has it: one emoji is no
-- name of two letters. The most is in units of UTF-16, in which the characters beyond U+FFFF are two.
create or replace function public.has_length(p_text text, p_min integer default 1, p_max integer default 255) returns boolean
language sql immutable set search_path = ''
as $$
  select length(seen) >= p_min
    and length(line) + length(regexp_replace(line, '[\u0001-\uFFFF]', '', 'g')) <= p_max
  from (select public.trim_text(p_text)) as trimmed (line), lateral (select public.trim_text(regexp_replace(line,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'))) as visible (seen)
$$;
