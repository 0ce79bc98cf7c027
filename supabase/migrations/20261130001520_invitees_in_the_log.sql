-- The log of changes at the desk is kept for ever, so that its subjects do not name people: see person_subject, whose hash this
-- is. Entries about invitations had the address itself.
update public.desk_log set subject = 'person:' || left(encode(sha256(convert_to(lower(trim(substr(subject, 8))), 'utf8')), 'hex'), 12)
where subject like 'person:%@%';
