/**
 * How every page looks. Colours are those of Okabe and Ito, which people who see few colours can tell apart, darkened
 * or lightened to the contrast of WCAG 2.2 AA; nothing is shown by colour alone.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;
--paper:#fbfbf9;--sheet:#fff;--ink:#1d1f23;--soft:#5a5f68;--line:#e3e3de;--faint:#f3f3ef;--link:#0a58a6;--mark:#0a58a6;
--error:#a3211b;--error-wash:#fcecea;--warning:#7a4a00;--warning-wash:#fdf3dc;--info:#0a5390;--info-wash:#e8f2fb;
--good:#0b6245;--good-wash:#e4f4ec;
--standard:#2f7fc1;--private:#0f9b74;--private-endpoint:#a95f8d;--optimized:#6f5bb5;--legacy:#cf5b0e;
--other:#b79a1c;--unknown:#8b9099;--api:#4b9fb8}
@media (prefers-color-scheme:dark){:root{
--paper:#15171a;--sheet:#1c1f23;--ink:#e6e7e9;--soft:#a5abb4;--line:#33373e;--faint:#23262b;--link:#86bdf3;--mark:#86bdf3;
--error:#ffaaa2;--error-wash:#3d1f1d;--warning:#f1c772;--warning-wash:#382c14;--info:#97c8f5;--info-wash:#182c3f;
--good:#82d3ae;--good-wash:#16332a;
--standard:#62a8e0;--private:#3fbf99;--private-endpoint:#d48fba;--optimized:#a695e4;--legacy:#ef8a4a;
--other:#d9bd4b;--unknown:#858b94;--api:#77c1d6}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;overflow-wrap:break-word}
main,.head,footer{max-width:88rem;margin:0 auto;padding:0 1.5rem}
.head{padding-top:1.5rem}
h1{font-size:1.45rem;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin:0}
h2{font-size:1.15rem;line-height:1.3;letter-spacing:-.005em;font-weight:650;margin:1.8rem 0 .7rem}
h3{font-size:1rem;font-weight:650;margin:0}
p{margin:.4rem 0}
ul,ol{margin:.4rem 0;padding-left:1.3rem}
li{margin:.25rem 0}
dt{font-weight:600;margin:.7rem 0 0}dd{margin:.1rem 0 0;max-width:60rem}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
code,pre{font:.86em/1.5 ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace;unicode-bidi:isolate}
pre{position:relative;margin:.6rem 0;padding:.8rem 1rem;background:var(--faint);border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.kicker{color:var(--soft);font-size:.8rem;letter-spacing:.06em;text-transform:uppercase;margin:0 0 .3rem}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:.2rem}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--sheet);padding:.4rem .8rem;z-index:1}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:.75rem;margin:1.5rem 0 0;padding:0;list-style:none}
.tiles li{margin:0;font-size:.9rem;color:var(--soft);padding:.75rem 1rem .8rem;background:var(--sheet);border:1px solid var(--line);border-radius:.6rem}
.tiles b{display:block;color:var(--ink);font-size:1.5rem;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums}
.tiles .error b{color:var(--error)}.tiles .warning b{color:var(--warning)}.tiles .info b{color:var(--info)}
.sections{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:.6rem 0 0}
.sections li{margin:0}
nav>details{display:none}
.head h1 .badge{font-size:1rem;vertical-align:.15em}
.w{white-space:nowrap}.w wbr{white-space:normal}.badge.reason{white-space:normal}
.groups{list-style:none;padding:0}.card a>code{display:inline-block;text-decoration:underline;text-underline-offset:.15em}.groups details{display:inline-block;margin:0}.groups details[open]{display:block}
.card{display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;align-items:baseline}.card>*{margin:0;min-width:0;max-width:100%}.card>ul,.card>p,.card>details[open]{flex-basis:100%}.card>.groups>li{margin:.2rem 0}
del{color:var(--error);text-decoration:none}del::before{content:"- "}
ins{color:var(--good);text-decoration:none}ins::before{content:"+ "}
.badge{display:inline-block;padding:.05rem .55rem;border-radius:1rem;font-size:.82rem;font-weight:600;white-space:nowrap;
background:var(--faint);color:var(--soft)}
.error>.badge,.badge.error,.badge.blocked,.badge.dropped{background:var(--error-wash);color:var(--error)}
.badge.warning,.badge.undecided,.badge.changed{background:var(--warning-wash);color:var(--warning)}
.badge.info{background:var(--info-wash);color:var(--info)}
.badge.ready,.badge.fix,.badge.added{background:var(--good-wash);color:var(--good)}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:.6rem;padding:.7rem 1.25rem;margin:0 0 .7rem}
.card h4{font-size:.93rem;margin:1rem 0 .2rem}
.card li{margin:.45rem 0}
.card h3{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
details{margin:.35rem 0}
.copy{position:absolute;top:.4rem;right:.4rem;font:.8rem/1.4 system-ui,sans-serif;color:var(--ink);background:var(--sheet);border:1px solid var(--line);border-radius:.4rem;padding:.15rem .6rem;cursor:pointer}
pre.command{padding-right:4.5rem}
summary{cursor:pointer;color:var(--link);width:fit-content}
footer{color:var(--soft);font-size:.87rem;padding-top:2.5rem;padding-bottom:3rem}
[hidden]{display:none!important}
@media (max-width:44rem){nav>.sections{display:none}nav>details{display:block}nav details .sections{display:block}nav details li{padding:.25rem 0}main,.head,footer{padding-left:1rem;padding-right:1rem}.head{padding-top:1.5rem}.tiles{gap:.5rem;grid-template-columns:repeat(auto-fit,minmax(6.3rem,1fr))}.tiles li{padding:.55rem .75rem}}
@media print{:root{color-scheme:light}body{background:#fff;font-size:10pt}main,.head,footer{max-width:none;padding:0}
.filter,.more,.skip,.copy{display:none!important}details::details-content{content-visibility:visible;block-size:auto;opacity:1}
.card,tr{break-inside:avoid}h2{break-after:avoid}}
`;

/** How tables, their filters and the picture of the clusters look. */
export const TABLE_STYLE = `
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.wide{table-layout:fixed;background:var(--sheet);border:1px solid var(--line);border-radius:.6rem;border-spacing:0;border-collapse:separate}
.wide th{font-size:.83rem;font-weight:600;text-align:left;color:var(--soft);border-bottom:1px solid var(--line);padding:.35rem .75rem}
.wide td{vertical-align:top;padding:.7rem .75rem;border-bottom:1px solid var(--line)}
.wide tbody tr:last-child td{border-bottom:0}
.wide th button{all:unset;white-space:nowrap;cursor:pointer;padding:.2rem 0;margin:-.2rem 0;line-height:1;vertical-align:baseline;color:var(--soft)}
.wide th button::after{content:" \\2195";opacity:.45}
.wide th[aria-sort=ascending] button,.wide th[aria-sort=descending] button{color:var(--ink)}
.wide th[aria-sort=ascending] button::after{content:" \\2191";opacity:1}
.wide th[aria-sort=descending] button::after{content:" \\2193";opacity:1}
.wide th button:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:.2rem}
tr:target td,li:target,:target+dd{background:var(--info-wash)}
tr:has(code:target) td{background:var(--info-wash)}
.w1{width:6.5rem}.w2{width:9.5rem}.w3{width:14rem}.w4{width:18rem}
td p:first-child{margin-top:0}
.says{font-weight:550}
.str{display:block;color:var(--soft);margin:.2rem 0}
.old{text-decoration:line-through;text-decoration-thickness:.06em}
.accepted summary,.accepted .says{font-weight:400}
.lines details{margin:0}
.lines summary{width:auto;color:inherit}
.lines summary:hover{text-decoration:underline}
.lines details>p{max-width:60rem}
@media (min-width:44.01rem){
.lines,.lines thead,.lines tbody,.lines td,.lines th{display:block;border-bottom:0}
.lines tr{display:grid;grid-template-columns:6.2rem minmax(0,19fr) minmax(0,16fr) 6.8rem minmax(0,26fr);border-bottom:1px solid var(--line)}
.lines{border:1px solid var(--line)}
.lines tbody tr:last-child{border-bottom:0}
.lines td{padding:.35rem .75rem;min-width:0}
.lines td:nth-child(3){font-size:.93em}
.lines details:not([open]) summary{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.lines td:has(details[open]){grid-column:1/-1;padding-bottom:.9rem}
.lines details[open] summary{font-weight:600}
}
mark{background:none;color:inherit;text-decoration:underline wavy .1em;text-underline-offset:.25em;font-weight:600}
mark.error{color:var(--error)}mark.warning{color:var(--warning)}mark.info{color:var(--info)}
.filter{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;border:0;margin:0 0 .9rem;padding:0;min-width:0}
.filter label{display:grid;gap:.2rem;font-size:.83rem;color:var(--soft)}
.filter .text{flex:1 1 14rem}
.filter input,.filter select,.more button,.filter button{font:inherit;color:var(--ink);background:var(--sheet);border:1px solid var(--soft);
border-radius:.4rem;padding:.38rem .6rem;width:100%;min-width:0;max-width:100%;min-height:2.35rem}
.filter select{max-width:15rem}
.filter button,.more button{width:auto;cursor:pointer}
.more{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:.9rem 0}
.count{margin:0 0 .6rem;color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
.plot{table-layout:fixed;border-collapse:separate;border-spacing:0;background:var(--sheet);border:1px solid var(--line);border-radius:.6rem}
.plot th{text-align:left;font-weight:600;padding:.45rem 1.25rem;border-bottom:1px solid var(--line)}
.plot td{padding:.45rem 0;border-bottom:1px solid var(--line)}
.plot .sum{width:6.5rem;text-align:right;padding:.45rem 1.25rem .45rem .25rem;white-space:nowrap}
.plot .name{width:17rem}
.has-error{color:var(--error);font-weight:600}.has-warning{color:var(--warning);font-weight:600}
.plot tbody tr:last-child>*{border-bottom:0}
.plot thead th{font-size:.83rem;color:var(--soft);padding:.45rem 1.25rem}.plot thead th:nth-child(2){padding-left:0}
.plot thead .sum{text-align:right}
.plot svg.bar{display:block;width:100%;height:.8rem;border-radius:.2rem;background:var(--faint)}
.kinds{display:grid;grid-template-columns:minmax(6rem,16rem) 1fr;gap:.1rem 1.1rem;align-items:center}
.kinds ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;padding:0;margin:0;font-size:.9rem}
.kinds li{margin:0;white-space:nowrap}
.kinds svg{width:.7em;height:.7em;margin-right:.4em}
.k-standard{fill:var(--standard)}.k-private{fill:var(--private)}.k-private-endpoint{fill:var(--private-endpoint)}
.k-optimized{fill:var(--optimized)}.k-legacy{fill:var(--legacy)}.k-other-service-host{fill:var(--other)}
.k-templated-unknown,.k-not-service{fill:var(--unknown)}
.k-admin-api-v1,.k-admin-api-v2,.k-media-type,.k-removed-field,.k-metrics-discovery{fill:var(--api)}
@media (max-width:60rem){.w4{width:13rem}.w3{width:10rem}.w2{width:8rem}}
@media (max-width:44rem){
.wide,.wide thead,.wide tbody,.wide tr,.wide td,.wide th{display:block;width:auto}
.wide thead tr{display:flex;flex-wrap:wrap;gap:.1rem 1rem;padding:.5rem .75rem;border-bottom:1px solid var(--line)}
.wide th{border:0;padding:.15rem 0}
.wide tbody tr{padding:.75rem .75rem .8rem;border-bottom:1px solid var(--line)}
.wide tbody tr:last-child{border-bottom:0}
.wide td{border:0;padding:.1rem 0}
.lines tbody tr{display:flex;flex-wrap:wrap;gap:.1rem .75rem;align-items:center}
.lines td{min-width:0}.lines td:nth-child(2),.lines td:nth-child(5){flex-basis:100%;order:1}
.wide td[data-l]::before{content:attr(data-l) " ";color:var(--soft);font-size:.83rem}
.plot,.plot tbody,.plot tr,.plot th,.plot td{display:block}
.plot{padding:.25rem 1rem}
.plot thead{display:none}
.plot tr{position:relative;padding:.6rem 0;border-bottom:1px solid var(--line)}
.plot tbody tr:last-child{border-bottom:0}
.plot tbody th,.plot tbody td{border:0;padding:0;width:auto}
.plot tbody th{margin-bottom:.35rem}
.plot tbody .sum{display:inline-block;text-align:left;padding:.25rem 1rem 0 0;font-size:.9rem}
.plot tbody .sum::before{content:attr(data-l) " ";color:var(--soft);font-weight:400}
.filter select{max-width:none}
.filter label{flex:1 1 8rem}
.filter .text{flex-basis:100%}}
@media (scripting:none){.filter,.count,.more{display:none}.wide th button{display:contents}.wide th button::after{content:""}noscript .wide{margin-top:.5rem}}
@media print{.w{white-space:normal}.w4{width:11rem}.w3{width:9rem}.w2{width:6rem}.wide td,.wide th{padding-left:.4rem;padding-right:.4rem;overflow-wrap:anywhere}.plot .name{width:11rem}.plot .sum{width:5.2rem;padding-right:.5rem}.kinds{grid-template-columns:5rem 1fr}.wide{border:0}.wide th button::after{content:""}.lines tr{grid-template-columns:6rem minmax(0,1fr) 12rem 6.5rem}.lines th:nth-child(5){display:none}.lines td:has(details){grid-column:1/-1}.lines details:not([open]) summary{white-space:normal;overflow:visible}}
`;
