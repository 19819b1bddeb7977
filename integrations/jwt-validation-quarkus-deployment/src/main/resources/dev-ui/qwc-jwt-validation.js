import { LitElement, css, html } from 'lit';
import { JsonRpc } from 'jsonrpc';
import { mints } from 'build-time-data';

const REFRESH_MILLIS = 2000;

/** Issuers, cache and rejections, asked for every two seconds, and tokens of the issuer of dev mode. */
export class QwcJwtValidation extends LitElement {

  jsonRpc = new JsonRpc(this);

  static styles = css`
    :host { display: block; padding: 0 1em 1em; overflow: auto; height: 100%; }
    table { border-collapse: collapse; }
    th, td { padding: 0.2em 1.5em 0.2em 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--lumo-contrast-20pct); }
    form { display: flex; flex-wrap: wrap; gap: 1em; align-items: end; }
    label { display: flex; flex-direction: column; }
    textarea { width: 100%; height: 8em; margin: 1em 0; }
  `;

  static properties = {
    _state: { state: true },
    _token: { state: true },
    _error: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this._refresh();
    this._timer = setInterval(() => this._refresh(), REFRESH_MILLIS);
  }

  disconnectedCallback() {
    clearInterval(this._timer);
    super.disconnectedCallback();
  }

  async _refresh() {
    // The next one answers where this one meets a hot reload.
    this._state = (await this.jsonRpc.state().catch(() => null))?.result ?? this._state;
  }

  async _mint(event) {
    event.preventDefault();
    const { user, roles, scopes } = event.target.elements;
    this._token = this._error = undefined;
    try {
      const answer = await this.jsonRpc.mint({ user: user.value, roles: roles.value, scopes: scopes.value });
      this._token = answer.result;
    } catch (failure) {
      this._error = failure?.error?.message ?? String(failure);
    }
  }

  render() {
    return html`
      ${this._state ? this._renderState(this._state) : html`<p>Loading …</p>`}
      ${mints ? this._renderMint() : null}
    `;
  }

  _renderState(state) {
    return html`
      <h3>Issuers</h3>
      <table id="issuers">
        <tr><th>Issuer</th><th>Keys are</th><th>Key ID</th><th>Algorithm</th><th>Skipped</th></tr>
        ${state.issuers.map(issuer => html`
          <tr>
            <td>${issuer.issuer}</td>
            <td>${issuer.state}${issuer.error ? html`<br>${issuer.error}` : null}</td>
            <td>${issuer.keys.map(key => html`<div>${key.id ?? 'none'}</div>`)}</td>
            <td>${issuer.keys.map(key => html`<div>${key.algorithm}</div>`)}</td>
            <td>${issuer.skipped.map(key => html`<div>${key}</div>`)}</td>
          </tr>`)}
      </table>
      <h3>Cache</h3>
      <p id="cache">Tokens: ${state.cache.tokens}; hits: ${state.cache.hits} of ${state.cache.requests} requests</p>
      <h3>Last rejections</h3>
      <table id="rejections">
        <tr><th>Time</th><th>Reason</th><th>Step</th><th>Claim or check</th><th>Issuer</th></tr>
        ${state.rejections.map(each => html`
          <tr>
            <td>${new Date(each.at).toLocaleTimeString()}</td>
            <td>${each.reason}</td>
            <td>${each.step}</td>
            <td>${each.claim ?? ''}</td>
            <td>${each.issuer ?? 'not a trusted one'}</td>
          </tr>`)}
      </table>
    `;
  }

  _renderMint() {
    return html`
      <h3>A token</h3>
      <form @submit=${this._mint}>
        <label>User <input name="user"></label>
        <label>Roles <input name="roles" placeholder="clerk manager"></label>
        <label>Scopes <input name="scopes" placeholder="orders:read orders:write"></label>
        <button>Mint</button>
        <button type="button" ?disabled=${!this._token} @click=${() => navigator.clipboard.writeText(this._token)}>Copy</button>
      </form>
      <textarea readonly aria-label="Token" .value=${this._token ?? ''}></textarea>
      ${this._error ? html`<p id="error">${this._error}</p>` : null}
    `;
  }
}
customElements.define('qwc-jwt-validation', QwcJwtValidation);
