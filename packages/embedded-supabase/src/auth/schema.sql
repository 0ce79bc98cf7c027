-- The tables of the auth service, with the same columns as on hosted Supabase, so that accounts can be moved there. Every statement
-- can be run again, and is at each start. Only the auth service reads or writes these tables; visitors may only call the four
-- functions at the end of this file, for row level security.

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

-- One row per account. `email` is in lower case. The password is a bcrypt hash, or null for accounts that sign in by email links
-- only. `raw_app_meta_data` is set by the service, `raw_user_meta_data` by the user. Links and codes are in auth.one_time_tokens;
-- the token columns here are only for rows imported from hosted Supabase.
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

-- Identities of an account, one row per provider. A sign-in with email and password has the provider `email`, and the account's own
-- id as its provider_id.
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

-- One row per sign-in. Its refresh tokens descend from one another. Deleting the row signs that browser out; a `not_after` in the
-- past ends the session but keeps its tokens, so that the replay of a token is still detected.
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

-- Keyed hashes of the client addresses (an IPv6 address counts as its /64) from which an account has signed in, kept for half a
-- year after the last sign-in from there, and then until the next sign-in of any account. At these addresses wrong guesses from
-- elsewhere do not lock the owner out. `factor_id` is the factor whose code was last given there. Hosted Supabase has no such
-- table.
create table if not exists auth.known_addresses (
  user_id uuid not null references auth.users on delete cascade,
  address_seal text not null,
  last_signed_in_at timestamptz not null,
  primary key (user_id, address_seal)
);
alter table auth.known_addresses add column if not exists factor_id uuid;
create index if not exists known_addresses_last_signed_in_at_idx on auth.known_addresses (last_signed_in_at);
alter table auth.known_addresses enable row level security;

-- Refresh tokens of a session. `token` and `parent` are SHA-256 hashes, so a leaked row cannot be used as a token. At most one
-- token per session is not revoked.
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

-- Authentication methods of a session (password, otp, …), which its access tokens list in the `amr` claim.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
alter table auth.mfa_amr_claims enable row level security;

-- Second factors: authenticator apps (`totp`). A factor takes effect once it is `verified`. `secret` is the app's secret in base
-- 32, in plain text as in GoTrue.
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

-- Challenges: requests for a code of a factor. `otp_code` is the 30-second period of the code that answered it, so that no code is
-- accepted twice.
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

-- A hash of the API keys that this database is used with: a process with other keys refuses to start. Backups leave this table out.
create table if not exists auth.key_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null check (length(fingerprint) = 64),
  noted_at timestamptz not null
);
alter table auth.key_fingerprint enable row level security;

-- Rate limit counters for sign-ins, codes and emails, shared by all processes. `key` is the counter's name and a keyed hash of its
-- subject. Hosted Supabase has no such table.
create table if not exists auth.rate_limits (
  key text primary key check (length(key) <= 300),
  attempts integer not null,
  window_started_at timestamptz not null,
  window_ends_at timestamptz not null
);
create index if not exists rate_limits_window_ends_at_idx on auth.rate_limits (window_ends_at);
alter table auth.rate_limits enable row level security;

-- Counts an attempt if fewer than p_max were made in the current window of p_window_ms. Returns 0, or the milliseconds until the
-- window ends. Also deletes a few windows of other keys that ended over an hour ago. A window that begins more than a minute in the
-- future counts as ended: the clock was ahead and has been corrected. Less than a minute is tolerated, because the clocks of
-- several processes differ.
drop function if exists auth.take_attempt(text, integer, integer, timestamptz);
create or replace function auth.consume_attempt(p_key text, p_max integer, p_window_ms integer, p_now timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  ends timestamptz := p_now + make_interval(secs => p_window_ms / 1000.0);
  found_row auth.rate_limits;
  ahead timestamptz := p_now + interval '1 minute';
begin
  -- Checks for a refusal by reading only, so that it writes nothing and does not wait for transactions that are counting.
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

-- Repeated sign-ups for an address that is not confirmed yet. Anybody who knows an address can sign up with it, so a repeated
-- sign-up does not change the account: each link confirms the address, with the metadata of the sign-up that it was sent for, and
-- with a password only when no other sign-up differs. The link's token is stored as a SHA-256 hash. All rows of an account are
-- deleted when it is confirmed. Hosted Supabase has no such table: there only the first sign-up counts.
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

-- Links in emails, one of each type per account; a new one replaces the old one. Only the SHA-256 hash of a link's random token is
-- stored; the code in the same email is derived from the hash. `relates_to` is the email address that it was sent to. `created_at`
-- is in UTC.
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

-- Sign-ins that began with a PKCE code challenge and wait for their code verifier. `auth_code` is a hash.
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

-- Functions for policies and triggers that return the current caller, from the claims that the REST service sets for each
-- transaction.
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
