// The agent of this folder in C#: needs the package Microsoft.ML.OnnxRuntime.
//   using var bot = new Bot("path/of/this/folder");
//   string action = bot.Choose(view, new[] { "play:a", "pass" });   // the name of one of the legal actions
// Engines with a runtime of their own for ONNX files load model.onnx and use Encode and Mask of this class.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

public sealed class Bot : IDisposable
{
    private readonly JsonElement layout;
    private readonly InferenceSession session;
    private readonly string[] actions;
    private readonly Dictionary<string, int> ids = new Dictionary<string, int>();

    public Bot(string folder)
    {
        layout = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "layout.json"))).RootElement;
        session = new InferenceSession(Path.Combine(folder, layout.GetProperty("model").GetProperty("file").GetString()));
        actions = layout.GetProperty("actions").EnumerateArray().Select(x => x.GetString()).ToArray();
        for (int k = 0; k < actions.Length; k++) ids[actions[k]] = k;
    }

    // The observation: every field at its place, seats counted from the one that looks.
    // view: what one seat may know, as in golden.json: {"seat", "fields": {name: nested lists, null: hidden}}.
    public float[] Encode(JsonElement view)
    {
        int seat = view.GetProperty("seat").GetInt32(), players = layout.GetProperty("players").GetInt32();
        JsonElement observation = layout.GetProperty("observation");
        var obs = new float[observation.GetProperty("size").GetInt32()];
        foreach (JsonElement f in observation.GetProperty("fields").EnumerateArray())
        {
            int owner = f.GetProperty("owner").GetInt32(), start = f.GetProperty("start").GetInt32(), at = start;
            int empty = f.GetProperty("empty").GetInt32();
            int[] shape = f.GetProperty("shape").EnumerateArray().Select(x => x.GetInt32()).ToArray();
            JsonElement kinds = f.GetProperty("kind");
            void Put(JsonElement? value, int axis, bool turned)
            {
                if (value?.ValueKind == JsonValueKind.Null) value = null;
                if (axis == shape.Length)
                {
                    JsonElement kind = kinds.ValueKind == JsonValueKind.Array ? kinds[(at - start) % kinds.GetArrayLength()] : kinds;
                    int shown = value?.GetInt32() ?? empty;
                    obs[at++] = kind.GetString() == "seat" && shown >= 0 ? (shown - seat + players) % players : shown;
                    return;
                }
                for (int i = 0; i < shape[axis]; i++)
                {
                    bool gone = value == null || (turned && i >= players);
                    Put(gone ? (JsonElement?)null : value.Value[turned ? (seat + i) % players : i], axis + 1, false);
                }
            }
            JsonElement whole = view.GetProperty("fields").GetProperty(f.GetProperty("field").GetString());
            JsonElement? own = owner < 0 ? whole : owner < players ? whole[(seat + owner) % players] : (JsonElement?)null;
            Put(own, 0, owner >= 0 && f.GetProperty("seat_axes").GetInt32() == 2);
        }
        return obs;
    }

    // 1 for each legal action.
    public float[] Mask(IEnumerable<string> legal)
    {
        var mask = new float[actions.Length];
        foreach (string name in legal) mask[ids[name]] = 1;
        return mask;
    }

    // Logits, those of illegal actions layout.model.illegal_logit, and the value, null where the model has none.
    public (float[] Logits, float? Value) Think(float[] obs, float[] mask)
    {
        var given = new List<NamedOnnxValue>
        {
            NamedOnnxValue.CreateFromTensor("obs", new DenseTensor<float>(obs, new[] { 1, obs.Length })),
            NamedOnnxValue.CreateFromTensor("mask", new DenseTensor<float>(mask, new[] { 1, mask.Length })),
        };
        using var found = session.Run(given);
        float[] logits = found.First(x => x.Name == "logits").AsTensor<float>().ToArray();
        float? value = found.FirstOrDefault(x => x.Name == "value")?.AsTensor<float>().First();
        return (logits, value);
    }

    // The likeliest legal action.
    public string Choose(JsonElement view, IReadOnlyCollection<string> legal)
    {
        float[] logits = Think(Encode(view), Mask(legal)).Logits;
        return legal.OrderByDescending(name => logits[ids[name]]).First();
    }

    public void Dispose() => session.Dispose();
}
