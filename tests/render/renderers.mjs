// Renders posts as a forum does. Reads {packages, kind, posts} as JSON on standard input; writes [{code, text}] for each post:
// the contents of its blocks of code, and all that stands outside of them, as plain text.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { packages, kind, posts } = JSON.parse(readFileSync(0, "utf8"));
const load = async (path) => await import(pathToFileURL(`${packages}/${path}`));

const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };
const plain = (html) => html.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|amp|quot|#39|#x27);/g, (one) => entities[one]);
const split = (html) => {
  const blocks = /<pre[^>]*><code[^>]*>([^]*?)<\/code><\/pre>/g;
  return { code: [...html.matchAll(blocks)].map((one) => plain(one[1])), text: plain(html.replace(blocks, "")) };
};

const renderers = {
  reddit: async () => {
    const { markdown } = await load("snudown-js/dist/snudown.js");
    return (post) => split(markdown(post));
  },
  nodebb: async () => {
    const { default: MarkdownIt } = await load("markdown-it/dist/index.cjs.js").catch(() => load("markdown-it/index.mjs"));
    const renderer = new MarkdownIt({ html: false, breaks: true, linkify: true, typographer: false });
    return (post) => split(renderer.render(post));
  },
  discord: async () => {
    const module = await load("discord-markdown-parser/dist/index.js");
    const parse = module.parse ?? module.default.parse;
    const walk = (nodes, code) =>
      nodes.map((node) => {
        if (node.type === "codeBlock") return code.push(node.content), "";
        if (node.type === "br") return "\n";
        return Array.isArray(node.content) ? walk(node.content, code) : (node.content ?? "");
      }).join("");
    return (post) => {
      const code = [];
      return { text: walk(parse(post, "normal"), code), code };
    };
  },
};

const render = await renderers[kind]();
process.stdout.write(JSON.stringify(posts.map(render)));
