-- The agent of this folder in Lua (5.1 or later), in plain numbers: needs layout.json and weights.json, no ONNX runtime.
--   local Bot = require("bot")
--   local bot = Bot.new(decode(layout_text), decode(weights_text))   -- with the JSON decoder of your host
--   bot:choose(view, {"play:a", "pass"})                             -- the name of one of the legal actions
local Bot = {}
Bot.__index = Bot

function Bot.new(layout, weights)
  local ids = {}
  for k, name in ipairs(layout.actions) do ids[name] = k end
  return setmetatable({ layout = layout, weights = weights, ids = ids }, Bot)
end

-- What lies at a place, counted from 0; nil where there is nothing: a decoder's null is nil, or no table and no number.
local function inside(value, place)
  if type(value) == "table" then return value[place + 1] end
  return nil
end

-- The observation: every field at its place, seats counted from the one that looks.
-- view: what one seat may know, as in golden.json: {seat, fields = {name = nested lists, null: hidden}}.
function Bot:encode(view)
  local seat, players, obs = view.seat, self.layout.players, {}
  for _, f in ipairs(self.layout.observation.fields) do
    local cell = 0
    local function put(value, axis, turned)
      if axis > #f.shape then
        local kind = f.kind
        if type(kind) == "table" then kind = kind[cell % #kind + 1] end
        if type(value) ~= "number" then value = f.empty end
        if kind == "seat" and value >= 0 then value = (value - seat + players) % players end
        cell = cell + 1
        obs[f.start + cell] = value
        return
      end
      for i = 0, f.shape[axis] - 1 do
        if not turned then put(inside(value, i), axis + 1, false)
        elseif i < players then put(inside(value, (seat + i) % players), axis + 1, false)
        else put(nil, axis + 1, false) end
      end
    end
    local own = view.fields[f.field]
    if f.owner >= players then own = nil
    elseif f.owner >= 0 then own = inside(own, (seat + f.owner) % players) end
    put(own, 1, f.owner >= 0 and f.seat_axes == 2)
  end
  return obs
end

local function tanh(x) -- newer versions of Lua have none
  local e = math.exp(-2 * math.abs(x))
  local t = (1 - e) / (1 + e)
  if x < 0 then return -t end
  return t
end

-- The logits of all actions, that of id k at k + 1, before any mask.
function Bot:think(obs)
  local w, x = self.weights, obs
  if type(w.features) == "table" then
    x = {}
    for k, row in ipairs(w.features) do
      local seen = obs[row[1] + 1]
      if row[2] >= 0 then -- one value of a category
        if seen == row[2] then x[k] = row[4] else x[k] = row[3] end
      else
        x[k] = (math.min(math.max(seen * row[3] + row[4], 0), 1) - row[5]) * row[6]
      end
    end
  end
  for k, layer in ipairs(w.layers) do
    local out = {}
    for j, line in ipairs(layer.weight) do
      local total = layer.bias[j]
      for i = 1, #line do total = total + line[i] * x[i] end
      if k < #w.layers then
        if w.activation == "tanh" then total = tanh(total) else total = math.max(total, 0) end
      end
      out[j] = total
    end
    x = out
  end
  return x
end

-- The likeliest legal action.
function Bot:choose(view, legal)
  local logits, best = self:think(self:encode(view)), legal[1]
  for _, name in ipairs(legal) do
    if logits[self.ids[name]] > logits[self.ids[best]] then best = name end
  end
  return best
end

return Bot
