-- The tables of auth, in the shapes that hosted Supabase gives them, so that an account can be moved there. Everything here
-- may be run again at every start. Only the service itself reads or writes these tables; visitors reach only the four
-- functions at the end, through row level security.

do $$
begin
  if to_regtype('auth.aal_level') is null then
    create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  end if;
  if to_regtype('auth.code_challenge_method') is null then
    create type auth.code_challenge_method as enum ('s256', 'plain');
  end if;
  if to_regtype('auth.one_time_token_type') is null then
    create type auth.one_time_token_type as enum (
      'confirmation_token', 'reauthentication_token', 'recovery_token',
      'email_change_token_new', 'email_change_token_current', 'phone_change_token'
    );
  end if;
  if to_regtype('auth.factor_type') is null then
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  end if;
  if to_regtype('auth.factor_status') is null then
    create type auth.factor_status as enum ('unverified', 'verified');
  end if;
end $$;

-- One row per account. `email` is stored in lower case. The password is a bcrypt hash and may be null (magic link only).
-- `raw_app_meta_data` is the service's own; `raw_user_meta_data` is what the user typed.
-- Links and codes are in auth.one_time_tokens; the token columns are for rows of hosted Supabase.
create table if not exists auth.users (
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) default 'authenticated',
  role varchar(255) default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb default '{}',
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index if not exists users_email_partial_key on auth.users (email) where not is_sso_user;
alter table auth.users enable row level security;

-- Identities of an account, one row per provider. Email and password is the provider `email`, whose provider_id is the
-- account's own id.
create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);
alter table auth.identities enable row level security;

-- One row per sign-in, with the family of refresh tokens that grew from it. Deleting it signs that browser out; a `not_after`
-- in the past ends it but keeps its tokens, so that a replay is still recognised as one.
create table if not exists auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id, created_at);
alter table auth.sessions enable row level security;

-- Seals of the addresses from which an account has signed in (an IPv6 address counts as its /64), kept for half a year after
-- the last sign-in there, and then until the next sign-in of any account. Wrong guesses from other addresses do not lock the
-- owner out at these.
-- `factor_id` is the factor whose code was last used there. Hosted Supabase has no such table.
create table if not exists auth.known_addresses (
  user_id uuid not null references auth.users on delete cascade,
  address_seal text not null,
  last_signed_in_at timestamptz not null,
  primary key (user_id, address_seal)
);
alter table auth.known_addresses add column if not exists factor_id uuid;
create index if not exists known_addresses_last_signed_in_at_idx on auth.known_addresses (last_signed_in_at);
alter table auth.known_addresses enable row level security;

-- The refresh tokens of a session. `token` and `parent` are SHA-256 hashes, which cannot be used as tokens.
-- At most one of a session is not revoked.
create table if not exists auth.refresh_tokens (
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  id bigserial primary key,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
create index if not exists refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create unique index if not exists refresh_tokens_one_active on auth.refresh_tokens (session_id) where not revoked;
alter table auth.refresh_tokens enable row level security;

-- Authentication methods of a session (password, otp, …), which become the `amr` claim of its access tokens.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
alter table auth.mfa_amr_claims enable row level security;

-- Second factors: apps that show codes (`totp`). One counts once it is `verified`. `secret` is the app's secret in base 32,
-- unsealed as in GoTrue.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index if not exists factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
alter table auth.mfa_factors enable row level security;

-- Asks for a code of a factor. `otp_code` is the 30 seconds whose code answered it, so that none is taken twice.
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index if not exists mfa_challenge_factor_id_idx on auth.mfa_challenges (factor_id, created_at);
alter table auth.mfa_challenges enable row level security;

-- A hash of the keys with which this database is used: a process that has others does not start. It is no part of a backup.
create table if not exists auth.key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null check (length(fingerprint) = 64),
  noted_at timestamptz not null
);
alter table auth.key_fingerprint enable row level security;

-- Counters of attempts, shared by all processes: sign-ins, codes, emails. A key is the name of the counter and the seal of its
-- subject. Hosted Supabase has no such table.
create table if not exists auth.rate_limits (
  key text primary key check (length(key) <= 300),
  attempts integer not null,
  window_started_at timestamptz not null,
  window_ends_at timestamptz not null
);
create index if not exists rate_limits_window_ends_at_idx on auth.rate_limits (window_ends_at);
alter table auth.rate_limits enable row level security;

-- Counts an attempt, if p_max in p_window_ms leave room for it. Returns 0, or the ms until the window ends. A few windows
-- of others that are long over go with it. A window that begins in the future has ended: the clock ran ahead and came back.
-- A minute ahead is still now: clocks of several processes differ.
drop function if exists auth.take_attempt(text, integer, integer, timestamptz);
create or replace function auth.consume_attempt(p_key text, p_max integer, p_window_ms integer, p_now timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  ends timestamptz := p_now + make_interval(secs => p_window_ms / 1000.0);
  found_row auth.rate_limits;
  ahead timestamptz := p_now + interval '1 minute';
begin
  -- A refusal only reads: it writes nothing, and does not wait for transactions that count.
  select * into found_row from auth.rate_limits as r
  where r.key = p_key and r.attempts >= p_max and r.window_ends_at > p_now and r.window_started_at <= ahead;
  if not found then
    insert into auth.rate_limits as r (key, attempts, window_started_at, window_ends_at) values (p_key, 0, p_now, ends)
    on conflict (key) do update set
      attempts = case when r.window_ends_at <= p_now or r.window_started_at > ahead then 0 else r.attempts end,
      window_started_at = case when r.window_ends_at <= p_now or r.window_started_at > ahead then p_now else r.window_started_at end,
      window_ends_at = case when r.window_ends_at <= p_now or r.window_started_at > ahead then ends else r.window_ends_at end
    returning * into found_row;
  end if;
  if found_row.attempts >= p_max then
    return least(2147483647, greatest(1, ceil(extract(epoch from found_row.window_ends_at - p_now) * 1000)))::integer;
  end if;
  update auth.rate_limits set attempts = attempts + 1 where key = p_key;
  delete from auth.rate_limits where key in (
    select key from auth.rate_limits where window_ends_at < p_now - interval '1 hour'
    order by window_ends_at limit 3 for update skip locked
  );
  return 0;
end $$;
revoke execute on function auth.consume_attempt(text, integer, integer, timestamptz) from public;

-- Repeated sign-ups for an address that nobody has confirmed yet. Knowing an address is enough to sign up with it, so that the
-- account stays as it is, and each link confirms the sign-up that it was sent for. The link's token is
-- stored by its SHA-256 hash, and all of an account's go once it is confirmed. Hosted Supabase has no such table: there the
-- first sign-up counts.
create table if not exists auth.sign_up_claims (
  token_hash text primary key,
  user_id uuid not null references auth.users on delete cascade,
  relates_to text not null,
  encrypted_password text,
  raw_user_meta_data jsonb not null,
  created_at timestamptz not null
);
create index if not exists sign_up_claims_user_id_idx on auth.sign_up_claims (user_id);
alter table auth.sign_up_claims enable row level security;

-- Links in mails, one of each kind an account; a new one replaces the old. Only the SHA-256 hash of the random
-- token in the link is stored; the code beside the link is made from it.
-- `relates_to` is the address that it went to. `created_at` is UTC.
create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc')
);
create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index if not exists one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
alter table auth.one_time_tokens enable row level security;

-- A sign-in that began with a code challenge (PKCE) and waits for its verifier. `auth_code` is a hash.
create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code text not null,
  code_challenge_method auth.code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
create index if not exists idx_auth_code on auth.flow_state (auth_code);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);
alter table auth.flow_state enable row level security;

-- The current caller, for policies and triggers. They read the claims that the REST service sets for a transaction.
create or replace function auth.jwt() returns jsonb
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create or replace function auth.uid() returns uuid
language sql stable
as $$ select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid $$;

create or replace function auth.role() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;

create or replace function auth.email() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
