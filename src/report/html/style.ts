const light = `
  --page: #ffffff; --card: #f6f8fa; --text: #1c2128; --dim: #57606a; --line: #d0d7de; --link: #0550ae;
  --error: #b3151f; --warn: #7a4d00; --good: #116329; --mark: #fff1b8;
  --bar-error: #cf222e; --bar-warn: #bf8700; --bar-good: #2da44e; --track: #e2e7ec;
  color-scheme: light;`;
const dark = `
  --page: #0d1117; --card: #161b22; --text: #e6edf3; --dim: #9da7b3; --line: #3d444d; --link: #79c0ff;
  --error: #ff8f87; --warn: #e3b341; --good: #6fdd8b; --mark: #5a4300;
  --bar-error: #f85149; --bar-warn: #d29922; --bar-good: #3fb950; --track: #30363d;
  color-scheme: dark;`;

/** Colours, and the layout for narrow and wide windows. */
export const style = `
:root { ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${dark} } }
:root[data-theme=dark] { ${dark} }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
a { color: var(--link) }
.skip { position: absolute; left: -99rem } .skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem }
header { padding-top: 1.5rem; padding-bottom: .5rem }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem } h3 { font-size: 1.05rem; margin: 0 }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .6rem 0 0; padding: 0 }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0 0; padding: 0; list-style: none }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .9rem }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.2 }
.dim, .place { color: var(--dim) } .place { font-size: .875rem; overflow-wrap: anywhere }
.error { color: var(--error) } .warn { color: var(--warn) } .good { color: var(--good) }
.badge { font-size: .8rem; font-weight: 600; border: 1px solid; border-radius: 1rem; padding: .05rem .55rem; white-space: nowrap }
.badge.exceeds { color: var(--error) } .badge.may-exceed, .badge.unknown { color: var(--warn) } .badge.within { color: var(--good) }
code { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { margin: .6rem 0; padding: .5rem 0; overflow-x: auto; background: var(--page); border: 1px solid var(--line); border-radius: 6px }
pre code { display: block; min-width: max-content; overflow-wrap: normal }
.line { display: block; padding-right: 1rem }
.number { display: inline-block; width: 4rem; padding-right: 1rem; text-align: right; color: var(--dim); user-select: none }
mark { background: var(--mark); color: inherit; border-radius: 2px }
.findings { list-style: none; margin: 0; padding: 0 }
/* What is far from the window is neither laid out nor painted: a page of thousands opens at once. */
.finding { content-visibility: auto; contain-intrinsic-size: auto 17rem }
.finding, .card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; margin: 0 0 .9rem }
.finding > p, .card > p { margin: .25rem 0 } .message { overflow-wrap: anywhere }
.related { margin: .4rem 0; padding-left: 1.2rem }
.filter { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; margin: 0 0 1rem }
.filter[hidden] { display: none } .filter p { margin: 0; color: var(--dim) }
input, select, button { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--dim); border-radius: 6px; padding: .3rem .6rem }
button { cursor: pointer } input[type=search] { width: min(20rem, 60vw) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.scroll { position: relative; overflow-x: auto; margin: .6rem 0 }
table { border-collapse: collapse; font-size: .9375rem } caption { text-align: left; color: var(--dim); padding: .3rem 0 }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600 } tbody th, thead .dim { font-weight: 400 } thead th { white-space: nowrap }
th code { white-space: nowrap } .calls .place { min-width: 12rem } .calls td:nth-child(2) { min-width: 22rem } .calls td:nth-child(3) { min-width: 14rem } .calls td:nth-child(4) { overflow-wrap: anywhere }
.scopes th code { white-space: normal } .scopes tbody th { min-width: 8rem; max-width: 18rem } .scopes td:nth-child(2), .scopes td:nth-child(3) { min-width: 7rem; max-width: 14rem }
td ul { margin: 0; padding-left: 1.1rem }
.card table, .load, .calls { width: 100% } .card table { min-width: 40rem } .card td:last-child { min-width: 20rem } .load, .calls { min-width: 56rem }
table.matrix { width: auto; min-width: 0 } .load td:nth-child(3) { min-width: 11rem } .load th code { white-space: normal } .load tbody th { min-width: 12rem; max-width: 16rem } .load td:last-child { min-width: 24rem } .card .matrix td { min-width: 0; text-align: center; padding-right: .4rem } .matrix thead th { white-space: normal; padding-right: .9rem }
.matrix .used { color: var(--good) } .matrix .able { color: var(--dim) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
summary { cursor: pointer; padding: .3rem 0; width: fit-content }
.track { fill: var(--track) } .range.within { fill: var(--bar-good) } .range.may-exceed, .range.unknown { fill: var(--bar-warn) } .range.exceeds { fill: var(--bar-error) }
.expected { fill: var(--page); stroke: var(--text) } .quota { stroke: var(--text); stroke-width: 1.5 } .open { fill: none; stroke: var(--text); stroke-width: 1.5 }
footer { padding: 2rem 1.25rem; color: var(--dim); font-size: .875rem }
@media (max-width: 40rem) { .finding { contain-intrinsic-size: auto 28rem } header, main, footer { padding-left: .75rem; padding-right: .75rem } .number { width: 2.6rem; padding-right: .6rem } .scopes tbody th { max-width: 9rem } .scopes td:nth-child(2) { min-width: 6rem } }
@media print { .finding { content-visibility: visible } .filter, nav, button { display: none } .finding, .card { break-inside: avoid } }
`;
