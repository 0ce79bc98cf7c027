import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder that is deleted at the end of the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-supabase-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files into a folder, by their relative paths. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** The files of a small project: everybody may read the table of rooms, and only its author a note. */
export const museumProject: Record<string, string> = {
  'config.toml': `
[auth.email]
enable_confirmations = false
[functions.open]
verify_jwt = false
`,
  'migrations/20260101000000_notes.sql': `
create table public.rooms (id integer primary key, name text not null);
create table public.notes (
  id integer generated always as identity primary key,
  writer uuid not null default auth.uid(),
  text text not null
);
alter table public.rooms enable row level security;
alter table public.notes enable row level security;
create policy "everybody sees rooms" on public.rooms for select using (true);
create policy "writers have their notes" on public.notes to authenticated
  using (writer = auth.uid()) with check (writer = auth.uid());
grant select on public.rooms to anon, authenticated;
grant select, insert on public.notes to authenticated;
insert into storage.buckets (id, name) values ('plans', 'plans');
create policy "users bring plans" on storage.objects for insert to authenticated with check (bucket_id = 'plans');
create policy "users see plans" on storage.objects for select to authenticated using (bucket_id = 'plans');
`,
  'schemas/room-count.sql': `
create or replace function public.room_count() returns bigint language sql stable
  as $$ select count(*) from public.rooms $$;
grant execute on function public.room_count() to anon, authenticated;
`,
  'seed.sql': `insert into public.rooms values (1, 'east'), (2, 'west');`,
  'functions/_shared/greeting.ts': `export const greeting: string = 'Hello'`,
  'functions/hello/index.ts': `
import { greeting } from '../_shared/greeting.ts'
export default {
  async fetch(request: Request, { SUPABASE_URL }: { SUPABASE_URL: string }) {
    const { name } = await request.json()
    return Response.json({ text: greeting + ' ' + name, url: SUPABASE_URL })
  },
}`,
  'functions/open/index.js': `export default () => new Response('open')`,
}
