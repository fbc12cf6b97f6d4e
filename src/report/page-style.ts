/** The style sheet of a page: calm, readable on a phone, in the dark, and on paper. */
export const PAGE_STYLE = `
:root { --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --back: #fff; --code: #f6f8fa; --link: #0757ba;
  --red: #b3261e; --yellow: #7a5200; --green: #116329; --blue: #0757ba; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa4ae; --line: #3d444d; --back: #0d1117; --code: #161b22; --link: #6cb6ff;
    --red: #ff8a80; --yellow: #e3b341; --green: #56d364; --blue: #6cb6ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.25rem; }
li { margin: .15rem 0; }
a { color: var(--link); }
code { font: .88em/1.45 ui-monospace, monospace; background: var(--code); padding: .1em .3em; border-radius: 4px;
  overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
.badge { border: 1px solid; border-radius: 999px; padding: .05rem .55rem; font-size: .85em; font-weight: 600;
  white-space: nowrap; }
.error, .blocked, .failed { color: var(--red); }
.warning, .undecided { color: var(--yellow); }
.info { color: var(--blue); }
.ready, .passed { color: var(--green); }
@media print { main { max-width: none; } a { color: inherit; } }
`;
