const numbers = `
  000100 000200 000300 000400 000500 000600 000700 000800 000900 001000 001100 001200 001300 001400 001510 001520 001530
  001540 001550 001555 001560 001570 001580 001590 001600 001630 001640 001650 001660 001670 001680 001685 001690`

/** The migrations that were folded into those up to `upTo`, which make the same. */
export const replacedMigrations = {
  versions: numbers
    .trim()
    .split(/\s+/)
    .map((number) => `20260201${number}`),
  upTo: '20261126002000',
  lastCommit: '93a770c2',
  leftOver: [
    'public.checkout_in_turn(uuid, jsonb, text, text, uuid[], timestamptz, text, timestamptz)',
    'public.erase_shop_data(uuid, text, text, timestamptz)',
    'public.order_before_discount(public.orders)',
    'public.orders_found(text, date, text)',
    'public.shop_data(uuid, text, timestamptz)',
    'public.stuck_shop_work(timestamptz, timestamptz)',
    'public.tidy_shop(timestamptz)',
  ],
}
