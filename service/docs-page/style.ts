/** The style sheet, light and dark. The content security policy contains the hash of this text. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #16181d);
  --side: light-dark(#f6f7f9, #1c1f26);
  --text: light-dark(#1d2129, #e4e7ec);
  --soft: light-dark(#545c69, #a7afbb);
  --line: light-dark(#dfe3e8, #333945);
  --link: light-dark(#0b57b7, #8ab8ff);
  --code: light-dark(#eef1f4, #252a33);
  --note: light-dark(#fdf6e3, #2b2719);
  --note-line: light-dark(#d9a521, #8f7423);
  --get: light-dark(#0b57b7, #8ab8ff);
  --post: light-dark(#116b38, #7fd6a1);
  --put: light-dark(#8a4b00, #f2bd73);
  --delete: light-dark(#a8201a, #ff9d97);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr);
  background: var(--page); color: var(--text);
  font: 15px/1.55 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem;
  background: var(--side); border-right: 1px solid var(--line);
}
nav h2 { margin: 1.25rem 0 0.25rem; font-size: 0.8rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.2rem 0.4rem; border-radius: 4px; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { background: var(--code); }
.brand { margin: 0; font-weight: 600; }
main { max-width: 62rem; padding: 1.5rem 2rem 6rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 0; font-size: 1.2rem; }
h3 { margin: 0 0 0.5rem; font-size: 1.05rem; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.9rem; color: var(--soft); }
p { margin: 0.4rem 0; }
.lead { font-size: 1.05rem; color: var(--soft); }
section { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { padding: 0.1em 0.3em; border-radius: 3px; background: var(--code); font: 0.9em ui-monospace, 'SF Mono', Consolas, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.4em; font: 600 0.75rem ui-monospace, Consolas, monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
.put, .patch { color: var(--put); }
.delete { color: var(--delete); }
.line code { font-size: 1rem; }
.note { padding: 0.35rem 0.6rem; border-left: 3px solid var(--note-line); background: var(--note); font-size: 0.9rem; }
.note strong { font-weight: 600; }
.tag { padding: 0 0.4em; border: 1px solid var(--note-line); border-radius: 3px; background: var(--note); font-size: 0.75rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { font-size: 0.8rem; color: var(--soft); }
tbody th { font-weight: 400; white-space: nowrap; }
td p:first-child { margin-top: 0; }
.required { font-size: 0.75rem; color: var(--delete); }
.constraints { margin: 0.25rem 0; padding-left: 1.1rem; font-size: 0.9rem; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.5rem 1rem; margin: 0.5rem 0 0; }
dd { margin: 0; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.25rem 1rem 4rem; }
}
`;
