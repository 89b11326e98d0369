// The style of the page of a check: light and dark, one column on a phone. The colours are those of the dashboard.

export const style = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1b1f27;--soft:#555e6c;--line:#dfe3e9;--bar:#2f6fd0;--bad:#c02f2f;--odd:#9a6700;--good:#1c7d4d}
@media (prefers-color-scheme:dark){:root{--page:#0f1217;--card:#191e26;--text:#e8ebf0;--soft:#a2acba;--line:#2c3440;--bar:#5b98f2;--bad:#ff8078;--odd:#e8b13d;--good:#58c78d}}
*{box-sizing:border-box;margin:0;padding:0}
body{font:16px/1.45 system-ui,sans-serif;background:var(--page);color:var(--text);max-width:76rem;margin:0 auto;padding:1rem 1rem 3rem}
h1{font-size:1.35rem;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin-bottom:.35rem}
h3{font-size:.9rem;font-weight:600;margin-bottom:.4rem}
ul{list-style:none}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
header{margin-bottom:1rem}
header p{margin-top:.4rem}
.verdict{font-weight:600}
.verdict.fails{color:var(--bad)}
.verdict.passes{color:var(--good)}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.6rem;margin-top:.9rem}
.facts div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .7rem}
.facts dt{color:var(--soft);font-size:.85rem}
.facts dd{font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--line);border-radius:.5rem;padding:.9rem 1rem;margin-top:.9rem}
.card.fails{border-left-color:var(--bad)}
.card.duplicates,.card.leaks,.card.bad,.card.suspicious{border-left-color:var(--odd)}
.card.fails.card{border-left-color:var(--bad)}
.count{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
.tag{color:var(--bad);font-size:.8rem;border:1px solid;border-radius:1rem;padding:.05rem .5rem;vertical-align:.1em}
.todo,.soft{color:var(--soft);font-size:.92rem}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.8rem;margin-top:.8rem}
figure{display:flex;flex-direction:column;gap:.35rem;min-width:0}
figure img,.none{height:8rem;width:100%;object-fit:contain;background:var(--page);border:1px solid var(--line);border-radius:.35rem}
.none{display:grid;place-items:center;color:var(--soft);font-size:.85rem}
figcaption{font-size:.82rem;color:var(--soft);overflow-wrap:anywhere}
figcaption b{display:block;color:var(--text);font-weight:600}
.list{margin-top:.6rem;font-size:.9rem}
.list li{padding:.3rem 0;border-top:1px solid var(--line);color:var(--soft);overflow-wrap:anywhere}
.list code{color:var(--text);margin-right:.4rem}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1.2rem}
svg{width:100%;height:auto;display:block;border-bottom:1px solid var(--line)}
rect{fill:var(--bar)}
.ends{display:flex;justify-content:space-between;font-size:.8rem;font-variant-numeric:tabular-nums;gap:.4rem}
.chips{display:flex;flex-wrap:wrap;gap:.4rem;margin-bottom:.6rem}
.chips li{border:1px solid var(--line);border-radius:1rem;padding:.1rem .6rem;font-size:.85rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .9rem .25rem 0;text-align:right;white-space:nowrap}
th[scope=row],th:first-child{text-align:left}
thead th{color:var(--soft);font-weight:400;font-size:.85rem}
.bars li{display:grid;grid-template-columns:minmax(6rem,14rem) 1fr 4.5rem;gap:.6rem;align-items:center;font-size:.88rem}
.bars .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.bar{background:var(--page);border-radius:.2rem}
.bar i{display:block;height:.7rem;background:var(--bar);border-radius:.2rem}
.n{text-align:right;font-variant-numeric:tabular-nums}
`.trim()
