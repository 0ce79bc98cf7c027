-- Discount codes as they are pasted, and what is said of one that gives nothing.

-- A code as people type or paste it: without spaces, hyphens, what nobody sees and what stood around it, in capitals.
-- `compactPasted` of domain/pasted.ts is the same.
create or replace function public.plain_code(p_code text) returns text language sql immutable set search_path = '' as $$
  select upper(regexp_replace(regexp_replace(translate(
    regexp_replace(
      p_code,
      -- What cannot be seen, spaces, dashes.
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
        '\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000'
        '\-\u058A\u05BE\u1806\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]',
      '', 'g'
    ),
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
  ), '^["''`“”„‟‘’‚‛«»‹›<(\[]+', ''), '["''`“”„‟‘’‚‛«»‹›>)\].,;:!]+$', ''))
$$;

-- Why a code gives nothing, or null; p_email null leaves whose it is to the checkout. Somebody else's looks like one that there
-- is not, withdrawn or not, so that nobody can find out by guessing whose codes there are. The owner's own codes are told to
-- anybody, so what has become of them may be said.
create or replace function public.discount_fault(p_code public.discount_codes, p_email text, p_now timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_code.code is null or p_code.email_hash <> coalesce(public.email_hash(p_email), p_code.email_hash)
      or (p_email is null and p_code.email_hash is not null and p_code.withdrawn_at is not null)
      then case when p_email is null then 'We don’t know this code. Please check it letter by letter.'
        else 'We don’t know this code, or it belongs to another email address. Please check it letter by letter.' end
    when p_code.withdrawn_at is not null then 'This code is no longer valid.'
    when p_code.starts_at > p_now then
      'This code isn’t valid yet: it starts on ' || to_char(p_code.starts_at at time zone 'Europe/London', 'FMDay FMDD FMMonth') || '.'
    when p_code.used_at is not null or public.is_used_up(p_code, p_email, false) then 'This code has been used.'
    when least(p_code.expires_at, p_code.ends_at) <= p_now then 'This code has expired.'
  end
$$;

revoke execute on all functions in schema public from public;
