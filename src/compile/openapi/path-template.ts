/**
 * The docs' template in the catalog's form: a leading slash, `{name}` parameters without operators and modifiers
 * (`:name`, `{+name}`, `{.format}`, `{id:}`, `{list*}`), and no expansions of a query or fragment (`{?page}`).
 */
export function catalogTemplate(stated: string): string {
  const trimmed = stated.trim();
  const path = trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
  return path
    .replaceAll(/\{([+#./;?&]?)([^{}*:]*)[^{}]*\}/g, (_expression, operator: string, name: string) =>
      expand(operator, name.trim()),
    )
    .split('/')
    .map((segment) => (/^:[A-Za-z_]\w*$/.test(segment) ? `{${segment.slice(1)}}` : segment))
    .join('/');
}

function expand(operator: string, name: string): string {
  if (operator === '?' || operator === '&' || operator === '#') return '';
  return `${operator === '.' || operator === '/' ? operator : ''}{${name}}`;
}

/** The template without what stands in the query or the fragment, which some documents use to tell operations apart. */
export function pathOnly(template: string): string {
  const end = template.search(/[?#]/);
  return end < 0 ? template : template.slice(0, end);
}
