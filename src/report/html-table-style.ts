/** How tables, their filters and the picture of the clusters look. */
export const TABLE_STYLE = `
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.wide{table-layout:fixed;background:var(--sheet);border:1px solid var(--line);border-radius:.6rem;border-spacing:0;border-collapse:separate}
.wide th{font-size:.83rem;font-weight:600;text-align:left;color:var(--soft);border-bottom:1px solid var(--line);padding:.35rem .75rem}
.wide td{vertical-align:top;padding:.7rem .75rem;border-bottom:1px solid var(--line)}
.wide tbody tr:last-child td{border-bottom:0}
.wide th button{all:unset;cursor:pointer;padding:.2rem 0;color:var(--soft)}
.wide th button::after{content:" \\2195";opacity:.45}
.wide th[aria-sort=ascending] button,.wide th[aria-sort=descending] button{color:var(--ink)}
.wide th[aria-sort=ascending] button::after{content:" \\2191";opacity:1}
.wide th[aria-sort=descending] button::after{content:" \\2193";opacity:1}
.wide th button:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:.2rem}
tr:target td{background:var(--info-wash)}
.w1{width:6.5rem}.w2{width:9.5rem}.w3{width:14rem}.w4{width:18rem}
td p:first-child{margin-top:0}
.says{font-weight:550}
.str{display:block;color:var(--soft);margin:.2rem 0}
.old{text-decoration:line-through;text-decoration-thickness:.06em}
.accepted .says,.accepted .str{opacity:.85;font-weight:400}
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
.plot th{text-align:left;font-weight:600;vertical-align:top;padding:.7rem 1.25rem;border-bottom:1px solid var(--line)}
.plot td{padding:.8rem 0 .7rem;border-bottom:1px solid var(--line)}
.plot .sum{width:6rem;text-align:right;vertical-align:top;padding:.7rem 1.25rem}
.plot .name{width:17rem}
.plot tbody tr:last-child>*{border-bottom:0}
.plot thead th{font-size:.83rem;color:var(--soft);padding:.45rem 1.25rem}.plot thead th:nth-child(2){padding-left:0}
.plot thead .sum{text-align:right}
.plot svg.bar{display:block;width:100%;height:.8rem;border-radius:.2rem;background:var(--faint)}
.kinds{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;padding:0;margin:.35rem 0 0;font-size:.9rem}
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
.wide td[data-l]::before{content:attr(data-l) " ";color:var(--soft);font-size:.83rem}
.plot,.plot tbody,.plot tr,.plot th,.plot td{display:block}
.plot{padding:.25rem 1rem}
.plot thead{display:none}
.plot tr{position:relative;padding:.6rem 0;border-bottom:1px solid var(--line)}
.plot tbody tr:last-child{border-bottom:0}
.plot tbody th,.plot tbody td{border:0;padding:0;width:auto}
.plot tbody th{padding-right:4rem;margin-bottom:.35rem}
.plot tbody .sum{position:absolute;right:0;top:.6rem}
.filter select{max-width:none}
.filter label{flex:1 1 8rem}
.filter .text{flex-basis:100%}}
@media print{.wide{border:0}.wide th button::after{content:""}}
`;
