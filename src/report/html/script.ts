/** What the page does by itself. It only hides, shows and focuses what is there. Kept in plain, old JavaScript. */
export const script = `
(function () {
  'use strict';
  var root = document.documentElement;
  var theme = document.getElementById('theme');
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  theme.hidden = false;
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches;
  }
  function nameTheme() {
    theme.textContent = isDark() ? 'Light colours' : 'Dark colours';
  }
  theme.addEventListener('click', function () {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    nameTheme();
  });
  dark.addEventListener('change', nameTheme);
  nameTheme();

  var form = document.querySelector('form.filter');
  if (!form) return;
  form.hidden = false;
  var search = document.getElementById('search');
  var severity = document.getElementById('severity');
  var rule = document.getElementById('rule');
  var found = document.getElementById('found');
  var items = Array.prototype.slice.call(document.querySelectorAll('li.finding'));
  var texts = [];
  function filter() {
    var words = search.value.toLowerCase().split(' ').filter(Boolean);
    var shown = 0;
    items.forEach(function (item, i) {
      var text = (texts[i] = texts[i] || item.textContent.toLowerCase());
      var fits =
        (!severity.value || item.dataset.severity === severity.value) &&
        (!rule.value || item.dataset.rule === rule.value) &&
        words.every(function (word) { return text.indexOf(word) >= 0; });
      item.hidden = !fits;
      if (fits) shown++;
    });
    var all = items.length.toLocaleString('en');
    found.textContent = shown === items.length ? all + ' shown' : shown.toLocaleString('en') + ' of ' + all + ' shown';
  }
  form.addEventListener('input', filter);
  form.addEventListener('submit', function (event) { event.preventDefault(); });
  document.addEventListener('keydown', function (event) {
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === 'Escape' && document.activeElement === search) {
      search.value = '';
      filter();
    }
  });
  filter();
})();
`;
