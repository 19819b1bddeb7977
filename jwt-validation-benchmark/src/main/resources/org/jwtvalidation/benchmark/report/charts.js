// The kinds of plots: each returns its height, its table and the options for ECharts.

const UNITS = {
  'ns/op': [[1, 'ns'], [1e3, 'µs'], [1e6, 'ms'], [1e9, 's']],
  'ops/s': [[1, '/s'], [1e3, 'k/s'], [1e6, 'M/s']],
  'B/op': [[1, 'B'], [1e3, 'kB'], [1e6, 'MB']],
  'B/key': [[1, 'B'], [1024, 'KiB'], [1024 ** 2, 'MiB']],
};

const isNumber = value => typeof value === 'number';
const unique = values => [...new Set(values)];
const join = (...parts) => parts.filter(Boolean).join(' · ');

function groups(rows, key) {
  const groups = new Map();
  rows.forEach(row => groups.set(key(row), [...groups.get(key(row)) ?? [], row]));
  return [...groups.values()];
}

/** A unit in which the median of these values has few digits. */
function quantity(values, unit) {
  const median = [...values].sort((a, b) => a - b)[values.length >> 1] ?? 1;
  const units = UNITS[unit] ?? [[1, unit]];
  const [factor, name] = units.filter(([least]) => least <= median).at(-1) ?? units[0];
  const number = value => (value / factor).toLocaleString('en', {maximumSignificantDigits: 4});
  return {name, number, text: value => `${number(value)} ${name}`};
}

// Labels of a horizontal axis that would stand closer to each other than these pixels are hidden.
const APART = 6;
const axis = (theme, more) => ({
  axisLine: {show: false}, axisTick: {show: false}, splitLine: {lineStyle: {color: theme.line}},
  ...more, axisLabel: {color: theme.muted, hideOverlap: true, ...more.axisLabel},
});
// Measured as the browser will draw it: fonts differ by a third. Read once for each drawing, since reading lays out the page.
let font = '';
const readFont = () => font = getComputedStyle(document.body).fontFamily;
const pen = document.createElement('canvas').getContext('2d');
function widthOf(text, size = 12) {
  pen.font = `${size}px ${font}`;
  return Math.ceil(pen.measureText(text).width);
}

/** How many lines boxes of these widths fill, none of which is divided. */
function rowsOf(widths, gap, width) {
  let count = 1;
  let used = 0;
  for (const each of widths) {
    const next = used ? used + gap + each : each;
    count += next > width && used ? 1 : 0;
    used = next > width ? each : next;
  }
  return count;
}

const LINE = 15;
// A word that is wider than a line is divided.
const parts = (word, width) => [...Array(Math.floor(word / width)).fill(width), word % width];
const lines = (text, width) => rowsOf(text.split(' ').flatMap(word => parts(widthOf(word), width)), widthOf(' '), width);
const labelWidth = (places, width) => Math.min(Math.max(...places.map(place => widthOf(place))), width * (width < 500 ? .42 : .36)) + 4;
const labelHeight = (places, width) => LINE * Math.max(...places.map(place => lines(place, labelWidth(places, width))));

/** The axis of bars, each of which has its whole label. */
const axisOf = (places, theme, width) => axis(theme, {
  type: 'category', inverse: true, data: places,
  axisLabel: {
    color: theme.ink, width: labelWidth(places, width), overflow: 'break', lineHeight: LINE, interval: 0, hideOverlap: false,
  },
});

const SWATCH = 22;
/** A name in lines that have room beside its colour. */
function inLines(name, width) {
  const rows = [];
  for (const word of name.split(' ')) {
    const longer = rows.length ? `${rows.at(-1)} ${word}` : word;
    if (rows.length && widthOf(longer) <= width - SWATCH) {
      rows[rows.length - 1] = longer;
    } else {
      rows.push(word);
    }
  }
  return rows;
}
const legend = (theme, names, width) =>
    ({data: names, show: names.length > 1, left: 0, top: 4, padding: 0, itemWidth: 14, itemGap: 10, icon: 'roundRect',
    formatter: name => inLines(name, width).join('\n'), textStyle: {color: theme.ink, lineHeight: LINE}});
function legendHeight(names, width) {
  const entries = names.map(name => inLines(name, width));
  const rows = rowsOf(entries.map(entry => SWATCH + Math.max(...entry.map(line => widthOf(line)))), 10, width);
  const more = entries.reduce((sum, entry) => sum + entry.length - 1, 0);
  return names.length > 1 ? 6 + 26 * rows + LINE * more : 0;
}
const pointTable = (quantity, points) => ({
  head: ['', quantity.name, 'quartiles', 'JVMs', 'best period', ''],
  body: points.map(({at, series, y, low, high, rounds, notes = []}) => [join(at, series), {point: quantity.number(y)},
    rounds?.means.length > 1 ? `${quantity.number(low)}–${quantity.number(high)}` : '–', rounds?.means.length || '–',
    isNumber(rounds?.best) ? quantity.number(rounds.best) : '–', notes.join(', ')]),
});

const doubtful = theme => ({opacity: .35, borderColor: theme.ink, borderType: 'dashed', borderWidth: 1});

function bars(points, unit) {
  const amount = quantity(points.map(p => p.y), unit);
  const places = unique(points.map(p => p.at));
  const series = unique(points.map(p => p.series));
  const ours = points.some(p => p.role === 'OURS');
  const coloured = unique(points.filter(p => p.role === 'OTHER').map(p => p.series));
  const gaps = {barGap: '15%', barCategoryGap: '30%'};
  const each = width => Math.max(14 + 18 * series.length, 8 + labelHeight(places, width));
  const label = p => amount.text(p.y) + (p.doubtful ? ', doubtful' : '');
  const style = (p, theme) => ({
    color: colour(p, theme), ...p.doubtful ? doubtful(theme) : {},
  });
  const colour = (p, theme) => p.role === 'BARE' ? theme.bare
      : p.role === 'OURS' || series.length === 1 && !ours ? theme.palette[0]
      : series.length === 1 ? theme.other
      : theme.palette[(coloured.indexOf(p.series) + ours) % theme.palette.length];

  const whiskers = (mine, index, theme) => ({
    type: 'custom', name: series[index], silent: true, z: 3, encode: {x: [0, 1, 2], y: 3},
    data: mine.map(p => [p.y, p.low ?? p.y, p.high ?? p.y, places.indexOf(p.at)]),
    renderItem: ({dataIndex}, api) => {
      const band = api.barLayout({count: series.length, ...gaps})[index];
      const [value, low, high] = [0, 1, 2].map(i => api.coord([api.value(i), api.value(3)])[0]);
      const y = api.coord([0, api.value(3)])[1] + band.offsetCenter;
      const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: {stroke: theme.ink, lineWidth: 1}});
      const text = {type: 'text', x: Math.max(value, high) + 7, y,
        style: {text: label(mine[dataIndex]), fill: theme.muted, font: `11px ${font}`, verticalAlign: 'middle'}};
      return {type: 'group', children: high - low < 1 ? [text]
          : [text, line(low, y, high, y), line(low, y - 3, low, y + 3), line(high, y - 3, high, y + 3)]};
    },
  });

  return {
    table: pointTable(amount, points),
    height: width => 36 + places.length * each(width) + legendHeight(series, width),
    option: (theme, width) => ({
      legend: legend(theme, series, width),
      grid: {left: labelWidth(places, width) + 8, right: 16 + Math.max(...points.map(p => widthOf(label(p), 11))),
        top: 4 + legendHeight(series, width), bottom: 32},
      tooltip: {trigger: 'item', valueFormatter: amount.text},
      xAxis: axis(theme, {type: 'value', min: 0, splitNumber: Math.ceil(width / 170), axisLabel: {formatter: amount.text, minMargin: APART}}),
      yAxis: axisOf(places, theme, width),
      series: series.flatMap((name, index) => {
        const mine = points.filter(p => p.series === name);
        return [{
          type: 'bar', name, ...gaps, barMaxWidth: 22, itemStyle: {color: colour(mine[0], theme), borderRadius: [0, 2, 2, 0]},
          data: places.map(at => mine.find(p => p.at === at)).map(p => p && {value: p.y, itemStyle: style(p, theme)}),
        }, whiskers(mine, index, theme)];
      }),
    }),
  };
}

/** Stacked bars with one colour for each series; series that are not a part are grey. */
function stack(points, unit, {series = unique(points.map(p => p.series)), isPart, most, table}) {
  const amount = quantity([Math.max(...points.map(p => p.y))], unit);
  const places = unique(points.map(p => p.at));
  const shown = series.filter(name => points.some(p => p.series === name));
  const each = width => Math.max(places.length > 4 ? 30 : 44, 8 + labelHeight(places, width));
  const names = width => legendHeight(shown, width);
  return {
    table: table ?? pointTable(amount, points.map(p => ({...p, at: p.series, series: ''}))),
    height: width => 44 + places.length * each(width) + names(width),
    option: (theme, width) => ({
      legend: {...legend(theme, shown, width), top: 44 + places.length * each(width)},
      grid: {left: labelWidth(places, width) + 8, right: 40, top: 4, bottom: 40 + names(width)},
      tooltip: {trigger: 'item', valueFormatter: amount.text},
      xAxis: axis(theme, {type: 'value', max: most, axisLabel: {formatter: amount.text, minMargin: APART}}),
      yAxis: axisOf(places, theme, width),
      series: series.map((name, index) => ({
        type: 'bar', name, stack: 'all', barWidth: Math.min(26, each(width) * .6),
        itemStyle: {color: isPart(name) ? theme.palette[index % theme.palette.length] : theme.bare, borderColor: theme.page, borderWidth: .5},
        data: places.map(at => points.find(p => p.at === at && p.series === name))
            .map(p => p ? {value: p.y, itemStyle: p.doubtful ? doubtful(theme) : {}} : null),
      })),
    }),
  };
}

function curves(points, {unit, x, y = {}}) {
  const amount = quantity(points.map(p => p.y), unit);
  const text = y.type === 'log' ? value => quantity([value], unit).text(value) : amount.text;
  const series = unique(points.map(p => p.series));
  const places = unique(points.map(p => p.x)).sort((a, b) => a - b);
  return {
    table: {
      head: [x.name, ...series],
      body: places.map(place => [x.label(place), ...series.map(name => {
        const found = points.find(p => p.series === name && p.x === place);
        return found ? {point: text(found.y)} : '';
      })]),
    },
    height: width => 376 + legendHeight(series, width),
    option: (theme, width) => ({
      legend: legend(theme, series, width),
      grid: {left: 8, right: 28, top: 22 + legendHeight(series, width), bottom: 42, containLabel: true},
      tooltip: {trigger: 'axis', valueFormatter: text, axisPointer: {label: {formatter: ({value}) => x.label(value)}}},
      xAxis: axis(theme, {type: 'value', nameLocation: 'middle', nameGap: 34, nameTextStyle: {color: theme.muted}, ...x,
        axisLabel: {formatter: x.label, margin: 14, minMargin: APART, alignMaxLabel: 'right'}}),
      yAxis: axis(theme, {type: 'value', axisLabel: {formatter: text}, ...y}),
      series: series.map((name, index) => ({
        type: 'line', name, symbolSize: 6, symbol: ['circle', 'rect', 'triangle', 'diamond'][index % 4], lineStyle: {width: 2},
        itemStyle: {color: theme.palette[index % theme.palette.length]},
        data: points.filter(p => p.series === name).sort((a, b) => a.x - b.x).map(p => [p.x, p.y]),
      })),
    }),
  };
}

/** Panels that share axes and colours, one for each map; cells are [second, power of two in nanoseconds, count]. */
function heat(maps) {
  const counts = maps.flatMap(map => map.cells.map(([, , count]) => count));
  const most = Math.max(...counts);
  const range = (place, from) => {
    const all = maps.flatMap(map => map.cells.map(cell => cell[place]));
    const least = from ?? Math.min(...all);
    return Array.from({length: Math.max(...all) - least + 1}, (_, index) => least + index);
  };
  const seconds = range(0, 0);
  const powers = range(1);
  const power = n => `${2 ** (n % 10)} ${['ns', 'µs', 'ms', 's'][Math.floor(n / 10)] ?? `× 2^${n - n % 10} ns`}`;
  const columns = width => maps.length > 1 && width > 620 ? 2 : 1;
  const cells = Math.max(60, 10 * powers.length);
  const panel = cells + 62;
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].find(step => seconds.length / step <= 6) ?? 1800;
  return {
    long: true,
    table: {
      head: ['', ...powers.map(power)],
      body: maps.flatMap(map => groups(map.cells, ([second]) => second).map(same => [join(map.name, `${same[0][0]} s`), ...powers.map(n => {
        const found = same.find(cell => cell[1] === n);
        return found ? {point: found[2].toLocaleString('en')} : '';
      })])),
    },
    height: width => 36 + panel * Math.ceil(maps.length / columns(width)),
    option: (theme, width) => {
      const wide = (width + 16) / columns(width);
      const grids = maps.map((_, index) => ({
        left: wide * (index % columns(width)) + 52, top: 36 + 22 + panel * Math.floor(index / columns(width)), width: wide - 52 - 28, height: cells,
      }));
      return {
        title: maps.map(({name}, index) => ({
          text: name, left: grids[index].left - 5, top: grids[index].top - 24,
          textStyle: {color: theme.ink, fontSize: 12, fontWeight: 500, width: grids[index].width, overflow: 'truncate'},
        })),
        grid: grids.map(place => ({...place, show: true, backgroundColor: 'transparent', borderColor: theme.line})),
        tooltip: {trigger: 'item', formatter: ({seriesName, value: [second, index, , count]}) => [echarts.format.encodeHTML(seriesName),
          `${second} s, from ${power(powers[index])} to ${power(powers[index] + 1)}: <b>${count.toLocaleString('en')}</b>`].filter(Boolean).join('<br>')},
        visualMap: {type: 'continuous', dimension: 2, min: 0, max: Math.log10(most) || 1, hoverLink: false, orient: 'horizontal', left: 0, top: 6, padding: 0,
          itemWidth: 12, itemHeight: 140, text: [most.toLocaleString('en'), '1'], textStyle: {color: theme.muted}, inRange: {color: theme.heat}},
        xAxis: maps.map((_, gridIndex) => axis(theme, {type: 'category', gridIndex, data: seconds,
          axisLabel: {interval: index => index % step === 0, formatter: '{value} s', minMargin: APART}})),
        yAxis: maps.map((_, gridIndex) => axis(theme, {type: 'category', gridIndex, data: powers.map(power),
          axisLabel: {interval: index => powers.length < 4 || powers[index] % 2 === 0}})),
        series: maps.map(({name, cells}, index) => ({
          type: 'heatmap', name, xAxisIndex: index, yAxisIndex: index, emphasis: {itemStyle: {borderColor: theme.ink, borderWidth: 1}},
          data: cells.map(([second, n, count]) => [second, n - powers[0], Math.log10(count), count]),
        })),
      };
    },
  };
}
