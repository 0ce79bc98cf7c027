/** The mailbox's style sheet, in the shop's colours and letters. */
export const pageStyles = `
@font-face { font-family: 'Rammetto One'; src: url('/generated/fonts/display.woff2') format('woff2'); font-display: swap; }
@font-face { font-family: 'Figtree'; src: url('/generated/fonts/text.woff2') format('woff2'); font-weight: 300 900; font-display: swap; }
@font-face { font-family: 'VT323'; src: url('/generated/fonts/telly.woff2') format('woff2'); font-display: swap; }
* { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0; background: #F4EEFB; color: #22103F; font: 1.0625rem/1.55 Figtree, system-ui, sans-serif; }
h1 { font: 400 clamp(2rem, 1.4rem + 2.6vw, 3.25rem)/1 'Rammetto One', 'Arial Black', sans-serif; margin: 0; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font: 400 1.1875rem/1.2 'Rammetto One', 'Arial Black', sans-serif; margin: 0; }
p { margin: 0; }
a { color: #5B2BB0; font-weight: 700; }
.banner { background: #FFB51F; border-bottom: 3px solid #22103F; padding: .75rem clamp(1rem, 4vw, 2.5rem); text-align: center; }
.awning { height: 16px; background: radial-gradient(circle at 12px 0, #FF4B57 10px, #22103F 10.5px 12px, transparent 12.5px) 0 0 / 48px 16px repeat-x, radial-gradient(circle at 36px 0, #FFFDF8 10px, #22103F 10.5px 12px, transparent 12.5px) 0 0 / 48px 16px repeat-x; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4.5rem; display: grid; gap: 1.5rem; }
.top { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.button { display: inline-flex; align-items: center; font: inherit; font-weight: 800; min-height: 44px; padding: .25rem 1.25rem; color: #22103F; background: #FFFDF8; border: 3px solid #22103F; border-radius: 999px; text-decoration: none; cursor: pointer; }
.button:hover { background: #FFE48C; }
form { margin: 0; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
li a.mail { display: grid; gap: .125rem; padding: 1rem 1.25rem; background: #FFFDF8; border: 2.5px solid #22103F; border-radius: 14px; color: inherit; font-weight: 400; text-decoration: none; overflow-wrap: anywhere; }
li a.mail:hover { background: #FFE48C; }
li a.mail strong { font-weight: 800; }
.small, li a.mail span { font-size: .9375rem; color: #56487A; }
.empty { padding: 2rem; border: 3px dashed #22103F; border-radius: 24px; text-align: center; background: #FFFDF8; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0; padding: 1rem 1.25rem; background: #FFFDF8; border: 2.5px solid #22103F; border-radius: 14px; }
dt { font-weight: 800; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 60rem; border: 2.5px solid #22103F; border-radius: 14px; background: #FFFDF8; }
details { background: #FFFDF8; border: 2.5px solid #22103F; border-radius: 14px; padding: .75rem 1.25rem; }
summary { font-weight: 800; min-height: 32px; cursor: pointer; }
pre { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 1.125rem/1.35 VT323, 'Courier New', monospace; }
:focus-visible { outline: 3px solid #5B2BB0; outline-offset: 3px; }
`
