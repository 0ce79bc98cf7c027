const numbers = `
  000000 000100 000200 000300 000500 000510 000520 000530 000540 000600 000700 000710 000715 000720 000730 000800 000900
  000910 000915 000920 000930 000935 000950 000951 000952 000953 000960 000961 000965 000966 000967 000968 000969 000970
  000971 000972 000975 000976 000977 000978 000985 000986 000988 000990 000991 000995 000996 000997 000998 001010 001020
  001030 001040 001041 001100 001110 001120 001121 001122 001123 001124 001130 001140 001150 001151 001160 001170 001180
  001181`

/** The 69 migrations that were folded into those up to `upTo`, which make the same but for what the next one changes. */
export const replacedMigrations = {
  versions: numbers
    .trim()
    .split(/\s+/)
    .map((number) => `20260101${number}`),
  upTo: '20260201001100',
  lastCommit: '7e26deb',
  leftOver: [
    'public.clean_line(text, integer)',
    'public.forget_announcements(timestamptz)',
    'public.forget_unconfirmed(timestamptz)',
    'public.guard_network(text)',
    'public.is_any_for_sale(jsonb)',
    'public.is_food(text)',
    'public.is_suspicious(text)',
    'public.own_code(public.orders)',
    'public.refuse_row(integer, integer)',
    'public.settle_failed(public.orders, timestamptz)',
    'public.suppress(text)',
    'public.tax_year_end(timestamptz)',
  ],
}
