// What TypeDoc does not do by itself: types that are derived from a table of values are written out, links to the site's other parts stay
// within it, and its pages are whole for those who have them read aloud.
import {
  Converter,
  IntrinsicType,
  LiteralType,
  PageEvent,
  ReflectionKind,
  RendererEvent,
  TemplateLiteralType,
  UnionType,
} from "typedoc";

/** Stands in typedoc.json for the site's own root, since its links must be whole addresses. */
const root = "https://site.invalid/";

/** @param {import("typedoc").Application} app */
export function load(app) {
  const values = new Map();
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    values.set(reflection, valuesOf(context, reflection));
  });
  // TypeDoc sets the type of an alias after it has told of it.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, () => {
    for (const [reflection, type] of values) {
      if (type !== undefined && reflection.type?.type === "reference" && reflection.type.name === "ValueOf") {
        reflection.type = type;
      }
    }
    values.clear();
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => rankForSearch(project));
  app.renderer.on(PageEvent.END, (page) => {
    const up = "../".repeat(page.url.split("/").length - 1);
    page.contents = readable(page.contents ?? "").replaceAll(root, up === "" ? "./" : up);
  });
}

/** How far up the search shows a page that explains something. */
const pageBoost = 12;
/** And a name that stands in another place already, or only describes a value. */
const echoBoost = 0.2;

/**
 * A newcomer who searches "cancel" wants the guide or the operation before the hundredth member of that name.
 *
 * @param {import("typedoc").ProjectReflection} project
 */
function rankForSearch(project) {
  for (const page of project.getReflectionsByKind(ReflectionKind.Document)) {
    if (/^(Guides|Reference)\b/.test(page.getFullName())) {
      page.relevanceBoost = pageBoost;
    }
  }
  for (const member of project.getReflectionsByKind(ReflectionKind.All)) {
    if (/(^|\.)(\w+Types|__type)(\.|$)/.test(member.getFullName())) {
      member.relevanceBoost = echoBoost;
    }
  }
}

/** @param {string} html */
function readable(html) {
  return (
    html
      .replace('<div class="col-content">', '<div class="col-content" role="main">')
      // A table without headings is allowed in GitHub's Markdown by leaving them empty.
      .replace(/<th([^>]*)><\/th>/g, "<td$1></td>")
      // A table scrolls by itself where there is little room: by the keyboard too.
      .replaceAll("<table>", '<table tabindex="0">')
      // A long path or name on the wire may be broken behind a mark; it is copied as it is.
      .replace(/<td><code>([^<]{20,})<\/code>/g, (_, text) => `<td><code>${text.replace(/[/_]/g, "$&<wbr>")}</code>`)
      // What can be pressed to unfold a section must not contain a link.
      .replace(/<summary\b[\s\S]*?<\/summary>/g, (summary) =>
        summary.replace(/<a [^>]*class="tsd-anchor-icon"[\s\S]*?<\/a>/g, ""),
      )
  );
}

/**
 * `ValueOf<typeof orderStatus>` tells a reader nothing: the alias shows the values instead.
 *
 * @param {import("typedoc").Context} context
 * @param {import("typedoc").DeclarationReflection} reflection
 * @returns the values, of an alias that has nothing else
 */
function valuesOf(context, reflection) {
  const symbol = reflection.kindOf(ReflectionKind.TypeAlias) ? context.getSymbolFromReflection(reflection) : undefined;
  const type = symbol === undefined ? undefined : context.checker.getDeclaredTypeOfSymbol(symbol);
  const members = type?.isUnion() ? type.types.map(written) : [undefined];
  return members.every((member) => member !== undefined) ? new UnionType(members) : undefined;
}

/** @param {import("typescript").Type} type */
function written(type) {
  if (type.isStringLiteral()) {
    return new LiteralType(type.value);
  }
  const [head] = "texts" in type ? type.texts : [];
  return head === undefined ? undefined : new TemplateLiteralType(head, [[new IntrinsicType("string"), ""]]);
}
