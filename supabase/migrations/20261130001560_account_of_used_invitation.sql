-- The account that used an invitation, which may accept it again when the response was lost: see accept_invitation. Unknown for
-- invitations that were used before.
alter table public.staff_invitations add column if not exists used_by uuid references auth.users on delete set null;
