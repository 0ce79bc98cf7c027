export const pageStyles = `
@font-face { font-family: 'Rammetto One'; src: url('/generated/fonts/display.woff2') format('woff2'); font-display: swap; }
@font-face { font-family: 'Figtree'; src: url('/generated/fonts/text.woff2') format('woff2'); font-weight: 300 900; font-display: swap; }
@font-face { font-family: 'VT323'; src: url('/generated/fonts/telly.woff2') format('woff2'); font-display: swap; }
* { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0; background: #FFFDF8; color: #22103F; font: 1.0625rem/1.55 Figtree, system-ui, sans-serif; }
h1, h2, legend { font: 400 1.1875rem/1.2 'Rammetto One', 'Arial Black', sans-serif; margin: 0; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: clamp(2rem, 1.4rem + 2.6vw, 3.25rem); line-height: 1; }
p { margin: 0; }
a { color: #5B2BB0; }
.banner { background: #FFB51F; border-bottom: 3px solid #22103F; padding: .75rem clamp(1rem, 4vw, 2.5rem); text-align: center; }
.awning { height: 16px; background: radial-gradient(circle at 12px 0, #FF4B57 10px, #22103F 10.5px 12px, transparent 12.5px) 0 0 / 48px 16px repeat-x, radial-gradient(circle at 36px 0, #FFFDF8 10px, #22103F 10.5px 12px, transparent 12.5px) 0 0 / 48px 16px repeat-x; }
main { display: grid; gap: 1.5rem; max-width: 62rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4.5rem; }
main > * { min-width: 0; }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; }
.columns { display: grid; gap: 2rem; align-items: start; }
.notice { border: 3px solid #22103F; border-radius: 14px; padding: 1rem; background: #FFE48C; }
.notice.failed { border-color: #C2132F; background: #FFF3F3; color: #C2132F; font-weight: 700; }
.empty { padding: 2rem; border: 3px dashed #22103F; border-radius: 24px; text-align: center; }
form { display: grid; gap: 1.5rem; margin: 0; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .75rem; }
legend { padding: 0; margin-bottom: .5rem; }
label { display: grid; gap: .25rem; font-weight: 700; }
input, select { font: inherit; font-weight: 400; width: 100%; min-height: 52px; padding: .5rem .875rem; color: inherit; background: #FFFDF8; border: 2.5px solid #22103F; border-radius: 14px; }
input[readonly] { background: #F4EEFB; }
.pair { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.code { display: grid; gap: .75rem; grid-template-columns: 1fr auto; align-items: end; }
button, .button { display: inline-flex; align-items: center; justify-content: center; font: inherit; font-weight: 800; min-height: 52px; padding: .5rem 1.5rem; color: #22103F; background: #FFFDF8; border: 3px solid #22103F; border-radius: 999px; text-decoration: none; cursor: pointer; transition: 140ms; }
button:hover, .button:hover { background: #FFE48C; }
.pay, .pay:hover { background: #FF4B57; box-shadow: 4px 5px 0 -1px #FFB51F, 4px 5px 0 2px #22103F; margin: 0 6px 7px 0; }
.pay:hover { transform: translate(-1px, -2px); }
.pay:active { transform: translate(3px, 4px); box-shadow: none; }
.quiet { border-style: dashed; }
:focus-visible { outline: 3px solid #5B2BB0; outline-offset: 3px; }
.list { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.box, details, .facts { display: grid; gap: .75rem; border: 2.5px solid #22103F; border-radius: 14px; padding: 1rem 1.25rem; overflow-wrap: anywhere; }
a.box { gap: .125rem; color: inherit; text-decoration: none; }
a.box:hover { background: #FFE48C; }
.items { margin: 0; padding: 0; list-style: none; font-weight: 700; font-size: 1.1875rem; }
.state { font-weight: 800; }
.state.bad { color: #C2132F; }
.deeds { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.try { display: grid; gap: .75rem; border: 3px dashed #56487A; border-radius: 14px; padding: 1.25rem; }
.receipt { background: #F4EEFB; padding: 1.5rem; font: 1.25rem/1.3 VT323, 'Courier New', monospace; }
.receipt h2, .receipt p { text-align: center; }
dl, dd { margin: 0; }
.receipt dl { margin-top: .75rem; padding-top: .75rem; border-top: 3px dashed #22103F; }
.receipt dl div { display: flex; gap: 1rem; justify-content: space-between; }
.receipt dd { white-space: nowrap; }
.total { font-size: 1.5rem; }
.facts { grid-template-columns: auto 1fr; gap: .25rem 1rem; }
.facts dt, summary { font-weight: 800; }
.enter { position: absolute; left: -100vw; }
.cards { margin: 0; padding-left: 1.25rem; }
.cards, .small, a.box span { font-size: .9375rem; color: #56487A; }
iframe { display: block; width: 100%; height: 60rem; border: 2.5px solid #22103F; border-radius: 14px; }
summary { min-height: 32px; cursor: pointer; }
pre { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 1.125rem/1.35 VT323, 'Courier New', monospace; }
@media (min-width: 48rem) { .columns { grid-template-columns: 22rem 1fr; } }
@media (prefers-reduced-motion: reduce) { button, .button { transition: none; } }
`
